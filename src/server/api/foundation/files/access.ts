import { type Actor, isAdministrator, isEducatorLevel } from '#api/actor.ts'
import type { FileVisibility } from './table.ts'

interface FileVisibilityFields {
  visibility: FileVisibility
  ownerUserId: number | null
}

/**
 * Returns whether an actor may read a file; null is a visitor without a session, who reads public files only.
 *
 * Its owner always may. `SignedIn` is for everyone signed in, `Educator` for educators and higher roles, `Owner` for
 * the owner, administrators and superadministrators.
 */
export function maySeeFile(actor: Pick<Actor, 'id' | 'roles'> | null, file: FileVisibilityFields): boolean {
  if (file.visibility === 'Public') return true
  if (!actor) return false
  if (file.visibility === 'SignedIn' || file.ownerUserId === actor.id) return true
  return file.visibility === 'Educator' ? isEducatorLevel(actor) : isAdministrator(actor)
}
