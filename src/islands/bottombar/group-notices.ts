import type { Notice } from '#api/foundation/notices/contract.ts'

interface NoticeGroup {
  /** The first in the list, which is the newest. */
  notice: Notice
  count: number
}

/**
 * Groups unread notices of one kind that say the same and open the same page, in the order of the first of each. Read
 * ones stand alone.
 */
export const groupNotices = (notices: readonly Notice[]): NoticeGroup[] =>
  [
    ...Map.groupBy(notices, ({ id, kind, text, url, readDate }) =>
      JSON.stringify(readDate === null ? [kind, text, url] : id),
    ).values(),
  ].flatMap(([notice, ...others]) => (notice ? [{ notice, count: others.length + 1 }] : []))
