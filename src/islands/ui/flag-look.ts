/**
 * A chequered flag that unrolls in a fifth of a second, and stands still where less motion is asked for. Decoration
 * only.
 */
export const flagLook =
  'h-4 rounded-sm text-ink bg-[repeating-conic-gradient(currentColor_0_25%,transparent_0_50%)] bg-size-[1rem_1rem] ' +
  'origin-left transition-transform duration-200 starting:scale-x-0 motion-reduce:transition-none'
