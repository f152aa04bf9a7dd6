import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/**
 * Shows the unit over the whole page and gives the page its title. It is in a frame, because SCORM content searches its
 * parent windows for the run-time.
 */
export function frameUnit({ entry, title }: ScormLaunch): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'autoplay; fullscreen'
  frame.src = entry
  document.title = title
  document.body.appendChild(frame)
  return frame
}
