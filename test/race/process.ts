/** One process of four clients: a person with a key of this process, and three agents. The rig talks to it over IPC. */
import { agentClient, ok, pairWith } from '../rigs/people.ts';
import { randomOf } from '../rigs/random.ts';
import { type News, type Order, openBoard, type Report } from './board.ts';
import { type Racer, race } from './clients.ts';

type Begin = Extract<Order, { kind: 'begin' }>;

let takeNews: (news: News) => void = () => undefined;
let go: () => void = () => undefined;

process.on('message', (order: Order) => {
  if (order.kind === 'begin') void begin(order);
  else if (order.kind === 'go') go();
  else takeNews(order.news);
});
// Its rig is gone, so nobody reads what it does.
process.once('disconnect', () => process.exit());

async function begin(order: Begin): Promise<void> {
  const { daemon, name, pairingCode, agents, parents, callsPerClient, seed } = order;
  const person = await pairWith(daemon, pairingCode, name);
  const board = openBoard(parents);
  takeNews = (news) => board.take(news);
  const tell = (news: News) => {
    board.take(news);
    report({ kind: 'news', news });
  };
  const { version } = ok(await person.at(daemon).call('get_workspace_state', {}));
  const shared = { board, tell, version };
  const racerOf = (label: string, at: number, client: Racer['client'], tokenId: string | null): Racer => ({
    ...shared,
    name: `${name} ${label}`,
    client,
    tokenId,
    random: randomOf(seed + at),
    calls: [],
    commitments: [],
  });
  const racers = [
    racerOf('person', 0, person.at(daemon), null),
    ...agents.map((token, at) => racerOf(token.label, at + 1, agentClient(daemon, token), token.id)),
  ];
  const started = new Promise<void>((resolve) => {
    go = resolve;
  });
  report({ kind: 'ready' });
  await started;
  await Promise.all(racers.map((racer) => race(racer, callsPerClient)));
  report({ kind: 'done', calls: racers.flatMap(({ calls }) => calls) });
}

function report(message: Report): void {
  process.send?.(message);
}
