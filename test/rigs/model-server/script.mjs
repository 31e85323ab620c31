/**
 * What the scripted model does next: pure, from the conversation that it was sent.
 *
 * The last user message that holds `SCRIPT:` is the script; the step is the number of tool results after it. A script is
 * plain words, `SCRIPT:read,finish`, or a JSON array, `SCRIPT:["read",["write","a.txt","text"],["call","tandem_ask",{..}]]`
 * (also inside a JSON string, where quotes are escaped). Paths start in the working folder that the agent tells its model,
 * or in the `CWD=/path` of the same message; `{cwd}` in shell and force is that folder.
 *
 * Steps: read [path], shell [command], write [path, content], ask [question, {more}], publish [name, content, {more}],
 * finish [outcome, {more}], call [tool, {arguments}], a tool's own name [{arguments}], force [tool, {arguments}] (called by
 * that very name, offered or not, as a model that ignores its list would), text [words] and slow [words] (one word each
 * 250 ms). `text` and `slow` end the turn. `{last:field}` in arguments of call and finish is that field of the last tool
 * result. After the last step it says `DONE after N tool calls.`
 */

/** @typedef {{ role: 'user' | 'assistant' | 'tool', text: string }} Item */
/** @typedef {{ name: string, schema: any }} Tool */
/** @typedef {{ text: string, slow?: boolean } | { call: { name: string, args: Record<string, unknown> } }} Move */

const names = /** @type {Record<string, RegExp>} */ ({
  read: /^(read|read_file|view)$/i,
  shell: /^(bash|shell|exec_command|shell_command|run_shell_command|exec)$/i,
  write: /^(write|write_file)$/i,
  ask: /tandem_ask$/,
  publish: /tandem_publish_artifact$/,
  finish: /tandem_finish$/,
});

/** @param {readonly Item[]} items @param {readonly Tool[]} tools @param {string} folder @returns {Move} */
export function nextMove(items, tools, folder) {
  const at = items.findLastIndex(({ role, text }) => role === 'user' && text.includes('SCRIPT:'));
  const prompt = items[at]?.text;
  // Without tools it is not the worker that asks, but the agent, for a title of the session.
  if (prompt === undefined || tools.length === 0) return { text: 'A title' };
  const results = items.slice(at + 1).filter(({ role }) => role === 'tool');
  const step = stepsOf(prompt)[results.length];
  if (step === undefined) return { text: `DONE after ${results.length} tool calls.` };
  const cwd = /CWD=([^\s"\\]+)/.exec(prompt)?.[1] ?? folder;
  return moveOf(step, { tools, cwd, last: results.at(-1)?.text ?? '' });
}

/** @param {string} prompt @returns {any[][]} */
function stepsOf(prompt) {
  const text = prompt.slice(prompt.lastIndexOf('SCRIPT:') + 'SCRIPT:'.length).trimStart();
  if (!text.startsWith('[')) return (/^[\w,]*/.exec(text)?.[0] ?? '').split(',').map((word) => [word]);
  const plain = /^\[\s*\[?\s*\\"/.test(text) ? text.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : text;
  // The longest beginning that is JSON: a script is short, and prose follows it.
  for (let end = plain.lastIndexOf(']'); end > 0; end = plain.lastIndexOf(']', end - 1)) {
    try {
      const steps = JSON.parse(plain.slice(0, end + 1));
      return steps.map((/** @type {any} */ step) => (typeof step === 'string' ? [step] : step));
    } catch {
      // An earlier bracket may end it.
    }
  }
  return [['text', 'the script is no JSON']];
}

/** @param {any[]} step @param {{ tools: readonly Tool[], cwd: string, last: string }} around @returns {Move} */
function moveOf([step, ...args], { tools, cwd, last }) {
  if (step === 'text') return { text: args[0] ?? 'plain text answer' };
  if (step === 'slow') return { text: args[0] ?? 'slow '.repeat(200), slow: true };
  if (step === 'force') return { call: { name: args[0], args: placed(args[1] ?? {}, cwd) } };
  const pattern = step === 'call' ? new RegExp(`(^|_)${args[0]}$`) : (names[step] ?? new RegExp(`(^|_)${step}$`));
  const tool = tools.find(({ name }) => pattern.test(name));
  if (!tool) return { text: `NO TOOL for step ${step}. Have: ${tools.map(({ name }) => name).join(' ')}` };
  return { call: { name: tool.name, args: argumentsOf(step, args, tool.schema ?? {}, cwd, last) } };
}

/** @typedef {{ path: (given: string) => string, pick: (names: string[], value: unknown) => Record<string, unknown>, last: string }} Around */

const paths = ['file_path', 'filePath', 'absolute_path', 'path'];

/** @type {Record<string, (around: Around, ...args: any[]) => Record<string, unknown>>} */
const argumentsFor = {
  read: ({ pick, path }, name = 'hello.txt') => pick(paths, path(name)),
  write: ({ pick, path }, name = 'written.txt', content = 'written by the scripted model\n') => ({
    ...pick(paths, path(name)),
    ...pick(['content'], content),
  }),
  shell: ({ pick, path }, command = `cat ${path('hello.txt')} && echo shell-ran > ${path('shell-proof.txt')}`) =>
    pick(['command', 'cmd'], command.replaceAll('{cwd}', path('.'))),
  ask: (_, question = 'Which port should I use?', more = {}) => ({ question, ...more }),
  publish: (_, name = 'note', content = 'artifact body', more = {}) => ({ name, content, ...more }),
  finish: ({ last }, outcome = 'success', more = {}) => ({
    outcome,
    summary: 'as scripted',
    answer: 'forty-two',
    ...filled(more, last),
  }),
  call: ({ last }, _tool, args = {}) => filled(args, last),
};

/** @param {string} step @param {any[]} args @param {any} schema @param {string} cwd @param {string} last */
function argumentsOf(step, args, schema, cwd, last) {
  const properties = schema.properties ?? {};
  const around = {
    last,
    path: (/** @type {string} */ given) => (given.startsWith('/') ? given : `${cwd}/${given}`),
    pick: (/** @type {string[]} */ candidates, /** @type {unknown} */ value) => {
      const name = candidates.find((candidate) => candidate in properties);
      return name === undefined ? {} : { [name]: value };
    },
  };
  const own = argumentsFor[step];
  return withRequired(own ? own(around, ...args) : filled(args[0] ?? {}, last), schema);
}

/** `{last:field}` in an argument is that field of the last tool result, when that was JSON. @param {any} value @param {string} last */
function filled(value, last) {
  const text = JSON.stringify(value).replace(/\{last:(\w+)\}/g, (_, name) => {
    const found = new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(last.replaceAll('\\"', '"'));
    return found?.[1] ?? '';
  });
  return JSON.parse(text);
}

/** @param {any} value @param {string} cwd */
const placed = (value, cwd) => JSON.parse(JSON.stringify(value).replaceAll('{cwd}', cwd));

/** What a schema demands beyond the step. @param {Record<string, unknown>} args @param {any} schema */
function withRequired(args, schema) {
  for (const name of schema.required ?? []) {
    if (name in args) continue;
    const property = schema.properties?.[name] ?? {};
    args[name] = property.enum?.[0] ?? samples[property.type] ?? 'as scripted';
  }
  return args;
}

const samples = /** @type {Record<string, unknown>} */ ({
  number: 1,
  integer: 1,
  boolean: false,
  array: [],
  object: {},
  string: 'as scripted',
});
