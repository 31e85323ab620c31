/** OpenAI Responses, as far as Codex speaks it. Its MCP tools come in namespaces, which a call has to repeat. */

/** @typedef {import('./script.mjs').Item} Item */
/** @typedef {import('./script.mjs').Move} Move */
/** @typedef {{ input: number, output: number }} Figures */

/** Namespaces of the tools of the last request, by tool. @type {Map<string, string>} */
const namespaces = new Map();

export const responses = {
  read: (/** @type {any} */ body) => ({
    items: (typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input).map(itemOf),
    tools: (body.tools ?? []).flatMap(toolsOf),
  }),
  /** @param {unknown} model @param {Move} move @param {Figures} figures */
  whole: (model, move, figures) => ({
    ...head(model),
    status: 'completed',
    output: [outputOf(move)],
    usage: usageOf(figures),
  }),
  /** @param {unknown} model @param {Move} move @param {Figures} figures */
  async *events(model, move, figures) {
    let sequence_number = 0;
    const event = (/** @type {string} */ type, /** @type {object} */ more) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...more })}\n\n`;
    const item = outputOf(move);
    yield event('response.created', { response: { ...head(model), status: 'in_progress' } });
    yield event('response.output_item.added', {
      output_index: 0,
      item: 'call' in move ? item : { ...item, content: [] },
    });
    if ('text' in move) {
      const delta = { item_id: item.id, output_index: 0, content_index: 0 };
      for (const word of move.slow ? (move.text.match(/\S+\s*/g) ?? []) : [move.text]) {
        yield event('response.output_text.delta', { ...delta, delta: word });
        if (move.slow) await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
    yield event('response.output_item.done', { output_index: 0, item });
    yield event('response.completed', { response: responses.whole(model, move, figures) });
  },
};

/** @param {any} entry @returns {Item} */
function itemOf({ type, role, content, output }) {
  if (type?.endsWith('_output'))
    return { role: 'tool', text: typeof output === 'string' ? output : JSON.stringify(output) };
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((/** @type {any} */ part) => part.text ?? '').join('\n');
  return { role: role === 'user' ? 'user' : 'assistant', text };
}

/** @param {any} tool @returns {import('./script.mjs').Tool[]} */
function toolsOf(tool) {
  const own = (/** @type {any} */ { name, type, parameters }) => ({ name: name ?? type, schema: parameters });
  if (!tool.tools) return [own(tool)];
  for (const { name } of tool.tools) namespaces.set(name, tool.name);
  return tool.tools.map(own);
}

let calls = 0;

/** @param {Move} move @returns {any} */
function outputOf(move) {
  if ('text' in move) {
    const content = [{ type: 'output_text', text: move.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  calls += 1;
  const { name, args } = move.call;
  const namespace = namespaces.has(name) ? { namespace: namespaces.get(name) } : {};
  const call = { call_id: `call_${process.pid}_${calls}`, name, ...namespace, arguments: JSON.stringify(args) };
  return { type: 'function_call', id: `fc_${calls}`, ...call, status: 'completed' };
}

/** @param {unknown} model */
const head = (model) => ({ id: 'resp_1', object: 'response', created_at: 1, model, output: [], usage: null });

/** @param {Figures} figures */
const usageOf = ({ input, output }) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});
