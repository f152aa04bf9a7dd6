/** Interval of progress reports during an upload. */
export const progressIntervalMs = 250

/**
 * Returns a function that passes on one call in each interval of `everyMs`, the first at once; the last call is always
 * passed on, at the end of its interval, and calls between are dropped.
 */
export function throttle<Value>(report: (value: Value) => void, everyMs = progressIntervalMs) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { value: Value } | undefined
  const endInterval = () => {
    timer = undefined
    if (waiting) pass(waiting.value)
  }
  function pass(value: Value) {
    waiting = undefined
    timer = setTimeout(endInterval, everyMs)
    report(value)
  }
  return (value: Value) => {
    if (timer === undefined) pass(value)
    else waiting = { value }
  }
}
