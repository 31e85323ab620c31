/** The plain HTTP API with an agent's token: `POST /api/NAME`. It has no list, so what it offers is found by asking. */
import { createClient } from '../../src/client/client.ts';
import { operations } from '../../src/protocol/table.ts';
import { answerOf, type Offered, refusalAnswer, type Surface, type Value } from './surface.ts';

export function overApi(url: string, token: string): Surface {
  const { callByName } = createClient({ baseUrl: url, credential: { kind: 'bearer', token } });
  return {
    caller: 'agent',
    async tools() {
      const offered: Offered[] = [];
      for (const { name } of operations) {
        // No operation takes this, so nothing happens where it is reached.
        const result = await callByName(name, { no_such_field: true });
        const code = result.ok ? 'ok' : result.refusal.code;
        if (code === 'invalid_input') offered.push({ name });
        else if (code !== 'forbidden' && code !== 'unknown_operation') throw new Error(`${name} answered ${code}`);
      }
      return offered;
    },
    async call(name, input) {
      const result = await callByName(name, input);
      return result.ok ? answerOf(result.value as Value) : refusalAnswer(result.refusal);
    },
    close: async () => undefined,
  };
}
