import { newTraceId, type Actor, type Clock } from '../../../kernel/index.ts';
import { insertEntries, sealSoon, type AuditEntry, type JsonObject } from '../../audit/index.ts';
import { enqueue } from '../../jobs/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import type { ServiceName } from '../scopes.ts';
import { lockOccasion } from './notices.ts';

const EVERY_MS = 60_000;
/** Callers choose names and addresses freely, so further groups are counted together. */
const MAX_GROUPS = 60;
const OTHERS = 'others';

interface Failure {
  /** Undefined for an unknown name, which is not recorded: people type passwords into the wrong field. */
  readonly credential: CredentialRow | undefined;
  readonly ip: string;
  readonly isLocked: boolean;
}

interface Group extends Failure {
  readonly since: Date;
  readonly failures: number;
}

interface ReporterOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly service: ServiceName;
}

export interface FailureReporter {
  add(failure: Failure): void;
  /** Writes the entries that are still pending. */
  stop(): Promise<void>;
}

/**
 * Writes failed sign-ins to the audit log: at most one entry a minute for each credential and address, with the number
 * of failures, and a bounded number of entries in all.
 */
export function createFailureReporter({ db, clock, logger, service }: ReporterOptions): FailureReporter {
  let groups = new Map<string, Group>();
  let timer: NodeJS.Timeout | undefined;

  function add(group: Group): void {
    const exact = `${group.credential?.id ?? ''} ${group.ip}`;
    const fits = groups.has(exact) || groups.size < MAX_GROUPS;
    const key = fits ? exact : OTHERS;
    const known = groups.get(key) ?? {
      ...group,
      ...(!fits && { credential: undefined, ip: OTHERS }),
      failures: 0,
    };
    groups.set(key, {
      ...known,
      failures: known.failures + group.failures,
      isLocked: known.isLocked || group.isLocked,
    });
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (groups.size === 0) return;
    const pending = [...groups.values()];
    groups = new Map();
    try {
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        await insertEntries(pending.flatMap((group) => toEntries(group, service, now))).execute(tx);
        for (const { credential, isLocked } of pending) {
          if (!isLocked || credential?.kind !== 'person') continue;
          await enqueue(tx, { actor: credential }, [lockOccasion(service, credential.id, now)]);
        }
      });
      sealSoon(db);
    } catch (error) {
      logger.error({ err: error }, 'Failed sign-ins could not be written to the audit log yet.');
      pending.forEach(add);
    }
  }

  return {
    add: (failure) => add({ ...failure, failures: 1, since: clock.now() }),
    stop: flush,
  };
}

function toEntries({ credential, ip, since, failures, isLocked }: Group, service: ServiceName, at: Date) {
  const actor: Actor = {
    kind: 'anonymous',
    id: 'anonymous',
    tenant: credential?.tenant ?? '',
    scopes: new Set(),
  };
  const about = { service, ip, ...(credential && { name: credential.name }) };
  const entry = (action: string, details: JsonObject): AuditEntry => ({
    at,
    actor,
    action,
    subjectKind: 'credential',
    subjectId: credential?.id ?? 'unknown',
    details: { ...about, ...details },
    traceId: newTraceId(),
    service,
  });
  const failed = entry('sign-in.fail', { failures, since: since.toISOString() });
  return isLocked ? [failed, entry('sign-in.lock', {})] : [failed];
}
