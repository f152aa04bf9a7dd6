const radius = 16
const circumference = 2 * Math.PI * radius

/**
 * Returns the look of a ring: the completed `share`, and the `radius` and `dashes` (`stroke-dasharray`) of its circles.
 * `share` is `done` of `total`, at most 1; without a total it is 0.
 */
export function progressRing(done: number, total: number) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  return { share, radius, dashes: `${circumference * share} ${circumference}` }
}

export const progressRingLook = {
  frame: 'shrink-0',
  track: 'stroke-hover',
  bar: (share: number) => (share === 1 ? 'stroke-success' : 'stroke-accent-ink'),
  text: 'fill-ink text-[0.7rem] font-bold tabular-nums',
}
