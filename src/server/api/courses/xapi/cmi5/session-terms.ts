/** Results are recorded in Normal only; a person who has completed a unit opens it in Review. */
type LaunchMode = 'Normal' | 'Browse' | 'Review'

/** Terms of a launched cmi5 unit, by which its statements are checked. */
export interface SessionTerms {
  id: string
  launchMode: LaunchMode
  /** 0 to 1. */
  masteryScore: number | null
  /** Id of the unit in the course structure; its statements are grouped by it. */
  publisherId: string
}
