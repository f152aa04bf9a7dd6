/** Only what is done in Normal is recorded; one who has met a unit's demands looks at it again in Review. */
type LaunchMode = 'Normal' | 'Browse' | 'Review'

/** On what terms a unit of cmi5 was launched: what its statements are judged by. */
export interface SessionTerms {
  id: string
  launchMode: LaunchMode
  /** 0 to 1. */
  masteryScore: number | null
  /** The unit's own id in the course structure, by which its statements are grouped. */
  publisherId: string
}
