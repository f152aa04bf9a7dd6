/** How often progress is reported while a file is sent. */
export const progressEveryMs = 250

/** Lets through one call in each interval; the last one always gets through, at the interval's end. */
export function throttle<Given>(report: (given: Given) => void, everyMs = progressEveryMs) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { given: Given } | undefined
  const open = () => {
    timer = undefined
    if (waiting) pass(waiting.given)
  }
  function pass(given: Given) {
    waiting = undefined
    timer = setTimeout(open, everyMs)
    report(given)
  }
  return (given: Given) => {
    if (timer === undefined) pass(given)
    else waiting = { given }
  }
}
