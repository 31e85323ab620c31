/** JSON that somebody typed, read by the same rules as a body: no repeated key, no lone surrogate, no endless nesting. */
export { parseJson } from './http/json.ts';
