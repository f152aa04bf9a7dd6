/** Interval of progress reports during an upload. */
export const progressIntervalMs = 250

/**
 * Returns a function that calls `report` at most once in each interval of `everyMs`, the first time at once. Of the
 * calls in an interval only the last is passed on, at its end, which begins another interval. Cannot be cancelled.
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
