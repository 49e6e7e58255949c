import type { Proposal } from '@quaestor/sdk';
import { Approved, type Values } from '../shared/frame/index.ts';
import { STEPS } from './describe-steps.ts';
import { ProposedFacts } from './proposals/facts.tsx';
import { OthersChange } from './proposals/others-change.tsx';

/** Shows what the person confirms. A proposal is shown as on its screen. */
export default function Approves({ approves }: { approves: Values }) {
  const { kind, action, facts } = approves as unknown as Proposal;
  return (
    <Approved approves={approves} steps={STEPS}>
      {approves['command'] === 'proposal.confirm' && (
        <>
          <ProposedFacts kind={kind} action={action} facts={facts} isWaiting />
          {kind === 'tariffs' && action === 'send' && <OthersChange tariffs={facts} />}
        </>
      )}
    </Approved>
  );
}
