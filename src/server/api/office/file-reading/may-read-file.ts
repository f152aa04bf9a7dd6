import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { isEducationReadable } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { maySeeFile } from '#api/foundation/files/access.ts'
import type { StoredFile } from '#api/foundation/files/storage.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { canReadMailingFile } from '#api/office/mailings/files-storage.ts'
import { canSeeName } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'

const isSignedIn = (ctx: Visitor): ctx is Ctx => ctx.actor !== null

/** SQL condition: the file is the picture of a person whose name and club the caller may see. */
const canReadPersonPicture = ({ actor }: Ctx): SQL =>
  sql`exists (select 1 from ${peopleView} users where users.picture_file_id = stored_files.id and ${canSeeName(actor)})`

/** SQL condition: the file is the picture of an education that the caller may read, or of a category. */
const canReadEducationPicture = ({ actor }: Ctx): SQL => sql`(
  exists (select 1 from ${educationsView} educations where educations.picture_file_id = stored_files.id and ${isEducationReadable(actor)})
  or exists (select 1 from ${educationCategoriesView} c where c.picture_file_id = stored_files.id))`

const conditions = {
  PersonPicture: canReadPersonPicture,
  EducationPicture: canReadEducationPicture,
  MailingFile: canReadMailingFile,
}

/**
 * Returns whether a visitor may read a file at an unsigned URL. `address` is the last segment of the URL: the file's
 * random reference or its numeric id.
 *
 * The random reference of a public file is sufficient. A numeric id can be guessed, so it requires access to the object
 * that the file belongs to, except for logos, which older configurations refer to by id. Without a session only public
 * files can be read, by their reference, and public logos. Superadministrators may read all files.
 */
export async function canReadFile(ctx: Visitor, file: StoredFile, address: string): Promise<boolean> {
  const isGuessable = address !== file.ref
  if (file.visibility === 'Public' && (!isGuessable || file.purpose === 'Logo')) return true
  if (!isSignedIn(ctx)) return false
  if (file.purpose === 'Logo' || file.purpose === 'Medium') return maySeeFile(ctx.actor, file)
  if (isSuperadministrator(ctx.actor)) return true
  const [row] = await ctx.db.query
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(eq(storedFiles.id, file.id), conditions[file.purpose](ctx)))
  return row !== undefined
}
