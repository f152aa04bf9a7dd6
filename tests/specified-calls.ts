import calls from '../docs/spec/calls.md?raw'

/** Every call that the specification names, as the tables of `docs/spec/calls.md` list them; the names of params are the portal's. */
export const specifiedCalls: readonly string[] = [
  ...calls.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/[^`]+)` \|/gm),
].map(([, name = '']) => name)
