import type { MoveOn } from '#api/catalogue/packages/course-structure.ts'
import type { Json } from '../statement-rules/check.ts'
import type { SessionTerms } from './session-terms.ts'
import { extensions } from './vocabulary.ts'

/** State id of the launch data of a unit. */
export const launchDataId = 'LMS.LaunchData'

/** Agent profile id of the learner's preferences. */
export const preferencesId = 'cmi5LearnerPreferences'

export interface LaunchTerms {
  session: SessionTerms
  moveOn: MoveOn
  launchMethod: string | null
  launchParameters: string | null
  entitlementKey: string | null
  returnUrl: string
}

/**
 * Returns the document LMS.LaunchData (cmi5, 10.2) of a unit's session: its context, mode, moveOn, passing score,
 * parameters and the URL to return to; parameters that are null are left out. Stores nothing.
 */
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

/**
 * Returns the document cmi5LearnerPreferences (cmi5, 11): the learner's languages, the preferred first, and audio on.
 */
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

/**
 * Returns the URL that launches a unit: `page`, its page with the query of its manifest, and the parameters of cmi5
 * (8.1), with `agent` as `actor`.
 */
export function toUnitLaunchUrl({ page, agent, ...rest }: Address): string {
  const query = new URLSearchParams({ ...rest, actor: JSON.stringify(agent) }).toString().replaceAll('+', '%20')
  const [address = '', fragment] = page.split('#')
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
