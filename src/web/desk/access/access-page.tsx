import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { Browsers } from './browsers.tsx';
import { ConnectHere } from './connect-here.tsx';
import { Tokens } from './tokens.tsx';

/** Who may do what here: people and their browsers, agents and their tokens. */
export function AccessPage() {
  const seq = useLive((state) => state.seq);
  const { value, refusal, again } = useAsk('read_access', {}, seq);
  return (
    <Page title="Access" text>
      {!value && (refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="who has access" />)}
      {value && (
        <>
          <Tokens tokens={value.tokens} again={again} />
          <ConnectHere />
          <Browsers access={value} again={again} />
          <Section title="People">
            <ul className="rows">
              {value.persons.map(({ id, name, role, createdAt }) => (
                <li key={id} className="row">
                  <span className="row-text">
                    <span className="row-name">
                      <PlainText>{name}</PlainText>
                    </span>
                    <span className="quiet small">
                      {role}, since <Time at={createdAt} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Page>
  );
}
