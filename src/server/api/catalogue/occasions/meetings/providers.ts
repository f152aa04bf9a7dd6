import type { MeetingProvider } from './meeting-provider.ts'
import type { MeetingProviderName } from './rules.ts'
import { readTeamsSettings, readZoomSettings } from './settings.ts'
import { createTeams } from './teams.ts'
import { createZoom } from './zoom.ts'

/**
 * Returns the service of a name; null when it is not configured. Makes no call itself.
 * @throws MeetingError in each method of the service: 'unauthorized', 'busy', 'gone', 'rejected' or 'unavailable'.
 */
export function findProvider(env: Env, name: MeetingProviderName): MeetingProvider | null {
  if (name === 'zoom') {
    const settings = readZoomSettings(env)
    return settings && createZoom(settings)
  }
  const settings = readTeamsSettings(env)
  return settings && createTeams(settings)
}
