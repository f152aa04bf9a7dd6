import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { Refused } from '#api/refusals.ts'
import type { EditedDraft, ListedDraft, MailingDraft } from './contract.ts'
import { changeDraft, countOwnDrafts, findDraft, insertDraft, listDrafts, removeDraft } from './drafts-storage.ts'
import { removeDetachedFiles, replaceDraftFiles } from './files-storage.ts'
import { commitWithFiles, requireAttachable } from './receive-file.ts'
import { maxDrafts } from './rules.ts'

/** Most drafts in a list: a superadministrator sees those of everybody. */
const maxListed = 200

const isStored = (id: string) => sql`exists (select 1 from mailing_drafts where id = ${id})`
const toIds = (files: MailingDraft['files']) => files.map(({ id }) => id)
const targetOf = (id: string) => ({ type: 'mailingDraft' as const, id })

/**
 * Lists the drafts of mailings that the caller may see, the latest change first, at most 200. They are without their
 * texts and people.
 */
export const listOwnDrafts = (ctx: Ctx): Promise<ListedDraft[]> => listDrafts(ctx, maxListed)

/**
 * Returns a draft of a mailing that the caller may see, with its text, chosen people and files.
 *
 * @throws Refused('not_found') when there is none.
 */
export async function getDraft(ctx: Ctx, id: string): Promise<MailingDraft> {
  const draft = await findDraft(ctx, id)
  if (!draft) throw new Refused('not_found')
  return draft
}

/**
 * Stores a draft of a mailing by the caller with its files and an audit entry, and returns it. Sends nothing. The log
 * has nothing of the text, which is not sent yet.
 *
 * @throws Refused('mailing_drafts_enough') when the caller has a hundred drafts.
 * @throws Refused with the codes of `requireAttachable`.
 * @throws Refused('not_found') when the draft was removed at once.
 */
export async function createDraft(ctx: Ctx, { fileIds, ...draft }: EditedDraft): Promise<MailingDraft> {
  if ((await countOwnDrafts(ctx)) >= maxDrafts) throw new Refused('mailing_drafts_enough')
  await requireAttachable(ctx, fileIds)
  const id = ctx.newId()
  await commitWithFiles(ctx, fileIds, [
    insertDraft(ctx, id, draft),
    ...replaceDraftFiles(ctx.db, id, fileIds),
    recordAudit(ctx, 'mailingDraft.created', targetOf(id)),
  ])
  return getDraft(ctx, id)
}

/**
 * Changes a draft of a mailing and replaces its files, with an audit entry, and returns it. The text is not in the log.
 * Removed files that no other draft or mailing has are deleted.
 * The commit fails as `changed_meanwhile` when `lastChange` is missing or not the stored version.
 *
 * @throws Refused('not_found') when the caller may not see the draft, or it is removed before the write.
 * @throws Refused with the codes of `requireAttachable`.
 */
export async function editDraft(
  ctx: Ctx,
  id: string,
  { lastChange, fileIds, ...draft }: EditedDraft & { lastChange?: Date | null | undefined },
): Promise<MailingDraft> {
  const { files } = await getDraft(ctx, id)
  await requireAttachable(ctx, fileIds)
  await commitWithFiles(ctx, fileIds, [
    recordAuditWhen(ctx, isStored(id), 'mailingDraft.changed', targetOf(id)),
    changeDraft(ctx, id, draft, lastChange),
    ...replaceDraftFiles(ctx.db, id, fileIds),
    removeDetachedFiles(ctx.db, toIds(files)),
  ])
  await releaseFilesSoon(ctx)
  return getDraft(ctx, id)
}

/**
 * Removes a draft of a mailing that the caller may see, in any version, with an audit entry. Its files that no other
 * draft or mailing has are deleted. Does nothing for any other id.
 */
export async function discardDraft(ctx: Ctx, id: string): Promise<undefined> {
  const draft = await findDraft(ctx, id)
  if (!draft) return
  await ctx.db.commit([
    recordAuditWhen(ctx, isStored(id), 'mailingDraft.removed', targetOf(id)),
    removeDraft(ctx.db, id),
    removeDetachedFiles(ctx.db, toIds(draft.files)),
  ])
  await releaseFilesSoon(ctx)
}
