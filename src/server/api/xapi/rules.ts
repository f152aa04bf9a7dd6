import type { PageLaunch } from './contract.ts'

export type { DigitalLaunchData, LaunchableUnit, PageLaunch, UnitAddress } from './contract.ts'

/** Where an open runner is told that it is worth asking, below `/api` as all calls are. */
export const completionsPath = '/completions'

/** The address of the frame: the course with everything it is launched by (gaps G-039). */
export function launchUrl(launch: PageLaunch, what: { educationPartId: number } | { educatorArticulateId: number }) {
  const query = new URLSearchParams({
    tincan: 'true',
    endpoint: launch.endpoint,
    auth: `Bearer ${launch.launchToken}`,
    actor: JSON.stringify(launch.agent),
    activity_id: launch.activityId,
    registration: launch.registration,
    ...Object.fromEntries(Object.entries(what).map(([name, value]) => [name, String(value)])),
  })
  // Authoring tools decode with decodeURIComponent, which does not know `+` as a space.
  const [address = '', fragment] = launch.courseUri.split('#')
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query.toString().replaceAll('+', '%20')}${fragment === undefined ? '' : `#${fragment}`}`
}
