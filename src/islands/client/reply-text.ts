import { reviveDates } from '#api/dates.ts'
import { unchecked } from '../../unchecked.ts'

/** Reply of a call as text, for an island: Astro serialises an object twice, value by value, and a text as it is. */
export interface ReplyText<Reply> {
  json: string
  /** Paths of the date fields, as in the header `dates`. */
  dates: readonly string[]
  /** Never set: it keeps the type of the reply. */
  reply?: Reply
}

/** Parses a reply of the page that `toReplyText` has made a text. */
export const parseReplyText = <Reply>({ json, dates }: ReplyText<Reply>): Reply =>
  // `toReplyText` took a value of this type, and JSON keeps all but dates, which are revived here.
  unchecked<Reply>(reviveDates(JSON.parse(json), dates))
