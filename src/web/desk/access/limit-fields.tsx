import type { TokenView } from '../../../protocol/views.ts';
import { TextField } from '../../parts/field.tsx';

interface LimitFieldsProps {
  readonly limits: TokenView['limits'];
  readonly set: (limits: TokenView['limits']) => void;
}

/** What a person limits of a token. */
export function LimitFields({ limits, set }: LimitFieldsProps) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={limits.readOnly}
          onChange={(event) => set({ ...limits, readOnly: event.target.checked })}
        />
        It may read, match, consult and evaluate, but stage nothing
      </label>
      {!limits.readOnly && (
        <TextField
          label="Proposals open at a time"
          type="number"
          min={0}
          max={20}
          value={limits.openProposals}
          onText={(text) => set({ ...limits, openProposals: Math.max(0, Math.min(20, Math.trunc(Number(text)))) })}
        />
      )}
    </>
  );
}
