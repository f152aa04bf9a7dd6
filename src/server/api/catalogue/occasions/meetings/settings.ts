import { type MeetingProviderName, meetingProviders } from './rules.ts'

/** The settings of the Worker by which the portal is an app of Zoom. */
export interface ZoomSettings {
  accountId: string
  clientId: string
  clientSecret: string
  /** E-mail address of the user that hosts all meetings. */
  host: string
  tokenOrigin: string
  apiOrigin: string
}

/** The settings of the Worker by which the portal is an app of a Microsoft tenant. */
export interface TeamsSettings {
  tenantId: string
  clientId: string
  clientSecret: string
  /** Object id of the user that organises all meetings. */
  organizerId: string
  tokenOrigin: string
  apiOrigin: string
}

type SettingName =
  | `ZOOM_${'ACCOUNT_ID' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'HOST' | 'ORIGIN'}`
  | `TEAMS_${'TENANT_ID' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'ORGANIZER_ID' | 'ORIGIN'}`
type MeetingEnv = Partial<Record<SettingName, string>>

/** Returns the settings of Zoom; null unless all are set, so that no meeting can be created there. */
export function readZoomSettings(env: MeetingEnv): ZoomSettings | null {
  const { ZOOM_ACCOUNT_ID: accountId, ZOOM_CLIENT_ID: clientId, ZOOM_CLIENT_SECRET: clientSecret } = env
  const { ZOOM_HOST: host, ZOOM_ORIGIN: origin } = env
  if (!accountId || !clientId || !clientSecret || !host) return null
  const [tokenOrigin, apiOrigin] = [origin || 'https://zoom.us', origin || 'https://api.zoom.us']
  return { accountId, clientId, clientSecret, host, tokenOrigin, apiOrigin }
}

/** Returns the settings of Teams; null unless all are set, so that no meeting can be created there. */
export function readTeamsSettings(env: MeetingEnv): TeamsSettings | null {
  const { TEAMS_TENANT_ID: tenantId, TEAMS_CLIENT_ID: clientId, TEAMS_CLIENT_SECRET: clientSecret } = env
  const { TEAMS_ORGANIZER_ID: organizerId, TEAMS_ORIGIN: origin } = env
  if (!tenantId || !clientId || !clientSecret || !organizerId) return null
  const tokenOrigin = origin || 'https://login.microsoftonline.com'
  return {
    tenantId,
    clientId,
    clientSecret,
    organizerId,
    tokenOrigin,
    apiOrigin: origin || 'https://graph.microsoft.com',
  }
}

/** Lists the services that are configured, by name. */
export const listConfiguredProviders = (env: MeetingEnv): MeetingProviderName[] =>
  meetingProviders.filter((name) => (name === 'zoom' ? readZoomSettings(env) : readTeamsSettings(env)) !== null)
