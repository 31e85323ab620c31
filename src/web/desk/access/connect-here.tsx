import { useLive } from '../../data/use-live.ts';
import { Copied } from '../../parts/copied.tsx';
import { Section } from '../../parts/shell.tsx';
import { bridgeLines } from './connect-lines.ts';

/** The lines that connect an agent of this computer: whole, so that they work from any folder. */
export function ConnectHere() {
  const bridge = useLive((state) => state.lines?.bridge ?? '');
  return (
    <Section title="Connect an agent on this computer">
      <p className="quiet">
        It needs no token: run one of these in a terminal. The agent then asks here to be let in, once for each label.
      </p>
      {bridgeLines(bridge).map(({ title, note, line }) => (
        <div key={title}>
          <h3>{title}</h3>
          <p className="quiet small">{note}</p>
          <Copied text={line} what={`the line for ${title}`} />
        </div>
      ))}
    </Section>
  );
}
