import type { MoveOn } from '#api/catalogue/packages/course-structure.ts'
import type { Json } from '../statement-rules/check.ts'
import type { SessionTerms } from './session-terms.ts'
import { extensions } from './vocabulary.ts'

/** Where a unit finds what it was launched with, among its state. */
export const launchDataId = 'LMS.LaunchData'

/** Where a unit finds what its person prefers, among the agent's profile. */
export const preferencesId = 'cmi5LearnerPreferences'

export interface LaunchTerms {
  session: SessionTerms
  moveOn: MoveOn
  launchMethod: string | null
  launchParameters: string | null
  entitlementKey: string | null
  returnUrl: string
}

/** The document LMS.LaunchData (cmi5, 10.2). */
export function launchData(terms: LaunchTerms): Json {
  const { session, moveOn, launchMethod, launchParameters, entitlementKey, returnUrl } = terms
  return {
    contextTemplate: {
      contextActivities: { grouping: [{ id: session.publisherId }] },
      extensions: { [extensions.session]: session.id },
    },
    launchMode: session.launchMode,
    launchMethod: launchMethod ?? 'AnyWindow',
    moveOn,
    ...(session.masteryScore === null ? {} : { masteryScore: session.masteryScore }),
    ...(launchParameters === null ? {} : { launchParameters }),
    ...(entitlementKey === null ? {} : { entitlementKey: { courseStructure: entitlementKey } }),
    returnURL: returnUrl,
  }
}

/** The languages somebody reads, the preferred first. */
export const preferences = (language: 'sv' | 'en'): Json => ({
  languagePreference: language === 'sv' ? 'sv-SE,en-US' : 'en-US,sv-SE',
  audioPreference: 'on',
})

interface Address {
  page: string
  endpoint: string
  fetch: string
  agent: Json
  registration: string
  activityId: string
}

/** The address that launches a unit: its page, with the query that its manifest wants, and what cmi5 adds (8.1). */
export function launchAddress({ page, agent, ...rest }: Address): string {
  const query = new URLSearchParams({ ...rest, actor: JSON.stringify(agent) }).toString().replaceAll('+', '%20')
  const [address = '', fragment] = page.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
