import { Resource, type Query } from '../api/index.ts';
import type {
  AcceptedAgreement,
  Disbursement,
  DisbursementAnswer,
  DisbursementBalances,
  DisbursementBanks,
  DisbursementConfirmation,
  DisbursementDestination,
  DisbursementDestinations,
  DisbursementFile,
  DisbursementFiles,
  Disbursements as DisbursementPage,
  DisbursementMethods,
  DisbursementRecipient,
  DisbursementRun,
  DisbursementRunApproval,
  DisbursementRunPreview,
  DisbursementRuns,
  DisbursementSettlement,
  ManagedDisbursement,
  ManagedDisbursements as ManagedPage,
  NewDisbursement,
  NewDisbursementDestination,
  NewDisbursementFile,
  PartnerDisbursementBlocks,
  NewSelfBillingAgreement,
  SealedDisbursementFile,
  SelfBillingAgreement,
  SelfBillingDocument,
  SelfBillingDocuments,
  UnmatchedDisbursementLines,
} from '../generated/models.ts';
import type { operations } from '../generated/types.ts';
import type { RequestOptions } from '../transport/index.ts';
import type { PartnerApi } from './api.ts';

/** How money leaves the accounts of a partner. */
export class Disbursements extends Resource<PartnerApi> {
  /** What each account has, what of it can be asked for, and why nothing can. */
  balances(options?: RequestOptions): Promise<DisbursementBalances> {
    return this.api.call('listDisbursementBalances', {}, options);
  }

  list(
    query: Query<operations['listDisbursements']> = {},
    options?: RequestOptions,
  ): Promise<DisbursementPage> {
    return this.api.call('listDisbursements', { query }, options);
  }

  get(number: number, options?: RequestOptions): Promise<Disbursement> {
    return this.api.call('showDisbursement', { path: { number } }, options);
  }

  /** @example await partner.disbursements.request({ account_id: '700100', amount: '120.50' }) */
  request(disbursement: NewDisbursement, options?: RequestOptions): Promise<Disbursement> {
    return this.api.call('requestDisbursement', { body: disbursement }, options);
  }

  cancel(number: number, reason: string, options?: RequestOptions): Promise<Disbursement> {
    return this.api.call('cancelDisbursement', { path: { number }, body: { reason } }, options);
  }

  /** The ways to be paid beside a bank account. */
  methods(options?: RequestOptions): Promise<DisbursementMethods> {
    return this.api.call('listDisbursementMethods', {}, options);
  }

  destinations(
    query: Query<operations['listDisbursementDestinations']> = {},
    options?: RequestOptions,
  ): Promise<DisbursementDestinations> {
    return this.api.call('listDisbursementDestinations', { query }, options);
  }

  /** With `dryRun` it only checks the destination, and shows the name as banks get it. */
  saveDestination(
    accountId: string,
    destination: NewDisbursementDestination,
    { dryRun, ...options }: RequestOptions & { readonly dryRun?: boolean } = {},
  ): Promise<DisbursementDestination> {
    const input = { path: { account_id: accountId }, query: { dry_run: dryRun }, body: destination };
    return this.api.call('saveDisbursementDestination', input, options);
  }

  /** Who receives what is sent to a destination of the partner, as it was said when that was saved. */
  recipient(id: string, options?: RequestOptions): Promise<DisbursementRecipient> {
    return this.api.call('showDisbursementRecipient', { path: { id } }, options);
  }

  /** What the partner has to agree to before money is disbursed, and what it has accepted. */
  agreement(options?: RequestOptions): Promise<SelfBillingAgreement> {
    return this.api.call('showSelfBillingAgreement', {}, options);
  }

  acceptAgreement(agreement: NewSelfBillingAgreement, options?: RequestOptions): Promise<AcceptedAgreement> {
    return this.api.call('acceptSelfBillingAgreement', { body: agreement }, options);
  }

  /** Invoices and credit notes, newest first. */
  documents(
    query: Query<operations['listSelfBillingDocuments']> = {},
    options?: RequestOptions,
  ): Promise<SelfBillingDocuments> {
    return this.api.call('listSelfBillingDocuments', { query }, options);
  }

  document(number: string, options?: RequestOptions): Promise<SelfBillingDocument> {
    return this.api.call('showSelfBillingDocument', { path: { number } }, options);
  }

  /** Opens an invoice or credit note as a PDF. */
  documentPdf(number: string, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    const input = { path: { number }, query: { format: 'pdf' as const } };
    return this.api.download({ id: 'showSelfBillingDocument', input }, options);
  }
}

/** The disbursements of all partners, for those who run the program. */
export class ManagedDisbursements extends Resource<PartnerApi> {
  /** @example await partner.managedDisbursements.list({ status: 'REQUESTED' }) */
  list(
    query: Query<operations['listAllDisbursements']> = {},
    options?: RequestOptions,
  ): Promise<ManagedPage> {
    return this.api.call('listAllDisbursements', { query }, options);
  }

  get(number: number, options?: RequestOptions): Promise<ManagedDisbursement> {
    return this.api.call('showAnyDisbursement', { path: { number } }, options);
  }

  /** Who receives what is sent to a destination. Needs the scope `pii:view`. */
  recipient(id: string, options?: RequestOptions): Promise<DisbursementRecipient> {
    return this.api.call('showAnyDisbursementRecipient', { path: { id } }, options);
  }

  /** Erases what is known; the keyed hash stays. */
  eraseRecipient(id: string, options?: RequestOptions): Promise<void> {
    return this.api.call('eraseDisbursementRecipient', { path: { id } }, options);
  }

  /** Approves all of them or none. */
  approve(numbers: number[], options?: RequestOptions): Promise<void> {
    return this.api.call('approveDisbursements', { body: { numbers } }, options);
  }

  /** What a run over all partners would request now. */
  previewRun(options?: RequestOptions): Promise<DisbursementRunPreview> {
    return this.api.call('previewDisbursementRun', {}, options);
  }

  /** Requests all that is available of every account that has enough and is not blocked. */
  makeRun(options?: RequestOptions): Promise<DisbursementRun> {
    return this.api.call('makeDisbursementRun', {}, options);
  }

  runs(
    query: Query<operations['listDisbursementRuns']> = {},
    options?: RequestOptions,
  ): Promise<DisbursementRuns> {
    return this.api.call('listDisbursementRuns', { query }, options);
  }

  /** Approves what of a run can be approved, and lists the rest. */
  approveRun(number: number, options?: RequestOptions): Promise<DisbursementRunApproval> {
    return this.api.call('approveDisbursementRun', { path: { number } }, options);
  }

  cancel(number: number, reason: string, options?: RequestOptions): Promise<Disbursement> {
    return this.api.call('cancelAnyDisbursement', { path: { number }, body: { reason } }, options);
  }

  /** Says what became of one for which the bank sends no file. */
  settle(
    number: number,
    settlement: DisbursementSettlement,
    options?: RequestOptions,
  ): Promise<Disbursement> {
    return this.api.call('settleDisbursement', { path: { number }, body: settlement }, options);
  }

  /** Says that another system has paid one with an external destination, or could not. */
  confirmPayment(
    number: number,
    confirmation: DisbursementConfirmation,
    options?: RequestOptions,
  ): Promise<Disbursement> {
    return this.api.call('confirmDisbursement', { path: { number }, body: confirmation }, options);
  }

  /** Confirms that one failed or came back, as another person said. */
  review(number: number, options?: RequestOptions): Promise<Disbursement> {
    return this.api.call('reviewDisbursement', { path: { number } }, options);
  }

  destinations(
    query: Query<operations['listAllDisbursementDestinations']> = {},
    options?: RequestOptions,
  ): Promise<DisbursementDestinations> {
    return this.api.call('listAllDisbursementDestinations', { query }, options);
  }

  confirmDestination(id: string, options?: RequestOptions): Promise<DisbursementDestination> {
    return this.api.call('confirmDisbursementDestination', { path: { id } }, options);
  }

  refuseDestination(id: string, reason: string, options?: RequestOptions): Promise<DisbursementDestination> {
    return this.api.call('refuseDisbursementDestination', { path: { id }, body: { reason } }, options);
  }

  /** The bank profiles of the configuration. */
  banks(options?: RequestOptions): Promise<DisbursementBanks> {
    return this.api.call('listDisbursementBanks', {}, options);
  }

  files(
    query: Query<operations['listDisbursementFiles']> = {},
    options?: RequestOptions,
  ): Promise<DisbursementFiles> {
    return this.api.call('listDisbursementFiles', { query }, options);
  }

  /** Writes approved disbursements into a file for a bank. */
  seal(file: NewDisbursementFile, options?: RequestOptions): Promise<SealedDisbursementFile> {
    return this.api.call('sealDisbursementFile', { body: file }, options);
  }

  /** Opens the bytes of a file, which are the same every time. Its disbursements are then SENT. */
  fetchFile(number: number, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.api.download({ id: 'fetchDisbursementFile', input: { path: { number } } }, options);
  }

  /** Takes back a file that nobody has fetched. */
  unseal(number: number, options?: RequestOptions): Promise<DisbursementFile> {
    return this.api.call('unsealDisbursementFile', { path: { number } }, options);
  }

  /** Imports what a bank sent back: a pain.002, camt.053 or camt.054. The same file again changes nothing. */
  importAnswer(bank: string, xml: string, options?: RequestOptions): Promise<DisbursementAnswer> {
    const headers = { 'content-type': 'application/xml' };
    return this.api.call('importDisbursementAnswer', { path: { bank }, body: xml }, { ...options, headers });
  }

  /** What banks sent back and a person has to look at. */
  unmatched(
    query: Query<operations['listUnmatchedDisbursementLines']> = {},
    options?: RequestOptions,
  ): Promise<UnmatchedDisbursementLines> {
    return this.api.call('listUnmatchedDisbursementLines', { query }, options);
  }

  /** Says which disbursement a booking of the bank is about. */
  assignUnmatched(id: string, number: number, options?: RequestOptions): Promise<Disbursement> {
    const body = { disbursement_number: number };
    return this.api.call('assignUnmatchedDisbursementLine', { path: { id }, body }, options);
  }

  /** Says that nothing has to be done about a line of the bank. */
  dismissUnmatched(id: string, reason: string, options?: RequestOptions): Promise<void> {
    return this.api.call('dismissUnmatchedDisbursementLine', { path: { id }, body: { reason } }, options);
  }

  /** Which partners are kept from getting money, and why. */
  blocks(
    query: Query<operations['listDisbursementBlocks']> = {},
    options?: RequestOptions,
  ): Promise<PartnerDisbursementBlocks> {
    return this.api.call('listDisbursementBlocks', { query }, options);
  }

  /** The invoices and credit notes of all partners, newest first. */
  documents(
    query: Query<operations['listAllSelfBillingDocuments']> = {},
    options?: RequestOptions,
  ): Promise<SelfBillingDocuments> {
    return this.api.call('listAllSelfBillingDocuments', { query }, options);
  }

  document(number: string, options?: RequestOptions): Promise<SelfBillingDocument> {
    return this.api.call('showAnySelfBillingDocument', { path: { number } }, options);
  }

  /** Opens an invoice or credit note of any partner as a PDF. */
  documentPdf(number: string, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    const input = { path: { number }, query: { format: 'pdf' as const } };
    return this.api.download({ id: 'showAnySelfBillingDocument', input }, options);
  }

  /** Keeps a partner from getting money. */
  block(partnerUid: string, reason: string, options?: RequestOptions): Promise<void> {
    return this.api.call(
      'blockDisbursements',
      { path: { partner_uid: partnerUid }, body: { reason } },
      options,
    );
  }

  unblock(partnerUid: string, options?: RequestOptions): Promise<void> {
    return this.api.call('unblockDisbursements', { path: { partner_uid: partnerUid } }, options);
  }
}
