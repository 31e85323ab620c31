/** Small builders of JSON Schema 2020-12. They keep literal types, so that `Static<>` reads them. ASCII only. */

export function object<const P, const R extends readonly (keyof P & string)[]>(properties: P, required: R) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

/** For answers: open, so that a field more is no break. */
export function answer<const P, const R extends readonly (keyof P & string)[]>(properties: P, required: R) {
  return { type: 'object', properties, required } as const;
}

export function list<const I>(items: I, description: string) {
  return { type: 'array', items, description } as const;
}

export function id(description: string) {
  return { type: 'string', minLength: 1, maxLength: 128, description } as const;
}

export function text(maxLength: number, description: string) {
  return { type: 'string', maxLength, description } as const;
}

export function integer(minimum: number, maximum: number, description: string) {
  return { type: 'integer', minimum, maximum, description } as const;
}

export function oneOf<const E extends readonly string[]>(values: E, description: string) {
  return { type: 'string', enum: values, description } as const;
}

export function flag(description: string) {
  return { type: 'boolean', description } as const;
}

export function string(description: string) {
  return { type: 'string', description } as const;
}

/** The description moves up, to where clients look for that of a property. */
export function nullable<const S extends object>(schema: S) {
  const { description, ...bare } = schema as S & { readonly description?: string };
  return { anyOf: [bare as S, { type: 'null' }], ...(description !== undefined && { description }) } as const;
}

/** A shape that several answers share, with what it means here. */
export function described<const S extends object>(schema: S, description: string) {
  return { ...schema, description } as const;
}

export function count(description: string) {
  return { type: 'integer', minimum: 0, description } as const;
}
