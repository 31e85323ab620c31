/**
 * The script language of the rig's agent: what a prompt asks it to do.
 *
 * A prompt holds `SCRIPT:` and then either
 * - a JSON array of steps, each `["name", ...arguments]` or just `"name"`; the last `SCRIPT:` of the prompt counts, and
 *   a script inside a JSON string (quotes as \") is found too; or
 * - plain words, `SCRIPT:message,tools,finish`, for steps without arguments.
 * A prompt without a script is answered with a message and `finish`.
 */

const DEFAULT = [['message', 'no script'], ['finish']];

/** @param {string} prompt @returns {[string, ...any[]][]} */
export function scriptOf(prompt) {
  const at = prompt.lastIndexOf('SCRIPT:');
  if (at < 0) return /** @type {any} */ (DEFAULT);
  const rest = prompt.slice(at + 'SCRIPT:'.length).trimStart();
  const steps = rest.startsWith('[') ? jsonSteps(rest) : rest.match(/^[\w,]+/)?.[0].split(',');
  if (!steps) throw new Error(`no script after SCRIPT: ${rest.slice(0, 80)}`);
  return steps.map((/** @type {any} */ step) => (typeof step === 'string' ? [step] : step));
}

/** @param {string} text */
function jsonSteps(text) {
  const escaped = /^\[\s*\[?\s*\\"/.test(text);
  const plain = escaped ? text.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : text;
  return JSON.parse(plain.slice(0, endOfArray(plain)));
}

/** @param {string} text */
function endOfArray(text) {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '[') depth += 1;
    else if (!quoted && char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error('the script does not end');
}
