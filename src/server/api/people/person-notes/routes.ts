import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { isGuardianOrSelf, loadReach } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type PersonNote, personNotes } from './contract.ts'
import { deleteNote, findNoteAuthor, hasNote, insertNote, type NoteRow, selectNotes } from './storage.ts'

/**
 * Checks that the caller administers the person, as somebody other than the person or a guardian, and returns what a
 * recorded read needs.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') for other callers.
 */
async function requireOffice(ctx: Ctx, userId: number) {
  const [reach, isOwn] = await Promise.all([loadReach(ctx, userId), isGuardianOrSelf(ctx, userId)])
  if (!reach) throw new Refused('not_found')
  if (isOwn || !reach.answersFor) throw new Refused('not_allowed')
  return { id: userId, birthOn: reach.birthOn, protectedAt: reach.protectedAt }
}

const mayRemove = ({ actor }: Ctx, authorId: number) => actor.id === authorId || isSuperadministrator(actor)

const toNote = (ctx: Ctx, { createdAt, ...note }: NoteRow): PersonNote => ({
  ...note,
  created: createdAt,
  mayRemove: mayRemove(ctx, note.authorId),
})

async function listNotes(ctx: Ctx, userId: number): Promise<PersonNote[]> {
  const [person, rows] = await Promise.all([requireOffice(ctx, userId), selectNotes(ctx.db, userId)])
  await recordReads(ctx, [person])
  await recordProtectedReads(ctx, findProtectedIds([person]))
  return rows.map((row) => toNote(ctx, row))
}

async function addNote(ctx: Ctx, userId: number, text: string): Promise<PersonNote> {
  const { db, actor, now } = ctx
  await requireOffice(ctx, userId)
  // The log keeps nothing of the text: it outlives the note.
  const [[row]] = await db.commit([
    insertNote(db, { userId, authorUserId: actor.id, text, createdAt: now }),
    recordAudit(ctx, 'user.noteAdded', { type: 'user', id: userId }),
  ] as const)
  if (!row) throw new Error('the note was not inserted')
  return toNote(ctx, { id: row.id, text, authorId: actor.id, authorName: actor.name, createdAt: now })
}

async function removeNote(ctx: Ctx, userId: number, noteId: number): Promise<undefined> {
  const [, authorId] = await Promise.all([requireOffice(ctx, userId), findNoteAuthor(ctx.db, userId, noteId)])
  // A repeat finds the note removed already.
  if (authorId === null) return
  if (!mayRemove(ctx, authorId)) throw new Refused('not_allowed')
  await ctx.db.commit([
    recordAuditWhen(ctx, hasNote(userId, noteId), 'user.noteRemoved', { type: 'user', id: userId }),
    deleteNote(ctx.db, userId, noteId),
  ])
}

export const routes = serve(personNotes, {
  'GET /user/:id/Notes': ({ params }, ctx) => listNotes(ctx, params.id),
  'POST /user/:id/Notes': ({ params, body }, ctx) => addNote(ctx, params.id, body.text),
  'DELETE /user/:id/Notes/:noteId': ({ params }, ctx) => removeNote(ctx, params.id, params.noteId),
})
