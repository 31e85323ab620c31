import { useLive } from '../../data/use-live.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { Link } from '../link.tsx';

const ACTIVE_MS = 5 * 60_000;

/** The agents that called within five minutes. */
export function AgentsNow() {
  const agents = useLive((state) => state.agents);
  const now = useNow();
  const active = agents.filter((agent) => now - Date.parse(agent.lastAt) < ACTIVE_MS);
  if (active.length === 0) return null;
  return (
    <section className="agents-now" aria-labelledby="agents-now-title">
      <h2 id="agents-now-title">Agents here</h2>
      <ul>
        {active.map((agent) => (
          <li key={agent.id}>
            <Link to="/activity" search={{ author: agent.id }}>
              <PlainText>{agent.label}</PlainText>
            </Link>{' '}
            <span className="quiet">
              {agent.lastTool}, <Time at={agent.lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
