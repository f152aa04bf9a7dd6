import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent } from '#api/wire.ts'
import { maxNoteLength, maxNotes } from './rules.ts'

/** A note of the office about a person: plain text, which only the office reads. */
export const PersonNote = z.object({
  id,
  text: z.string(),
  authorId: id,
  authorName: z.string(),
  created: instant,
  /** Whether the caller may remove the note. */
  mayRemove: z.boolean(),
})
export type PersonNote = z.infer<typeof PersonNote>

export const personNotes = contract({
  'GET /user/:id/Notes': {
    who: 'administratorsUp',
    reply: z.array(PersonNote).max(maxNotes),
    cache: 'never',
    summary: 'Lists the office’s notes about a person, the newest first, for administrators of the person.',
  },
  'POST /user/:id/Notes': {
    who: 'administratorsUp',
    body: z.object({ text: z.string().trim().min(1).max(maxNoteLength) }),
    reply: PersonNote,
    repeatable: true,
    summary: 'Adds a note about a person whom the caller administers.',
  },
  'DELETE /user/:id/Notes/:noteId': {
    who: 'administratorsUp',
    reply: noContent,
    summary: 'Removes a note: one’s own, or any as a superadministrator. Repeating it changes nothing.',
  },
})
