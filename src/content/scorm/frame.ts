import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/**
 * The unit over the whole page. It is framed rather than opened, because SCORM content looks for its run-time among the
 * windows above it.
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
