import calls from '../docs/spec/calls.md?raw'

/** Calls that the specification names in the tables of `docs/spec/calls.md`, with the portal's parameter names. */
export const specifiedCalls: readonly string[] = [
  ...calls.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/[^`]+)` \|/gm),
].map(([, name = '']) => name)
