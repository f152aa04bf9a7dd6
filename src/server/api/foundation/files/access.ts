import { type Actor, isAdministrator, isEducatorLevel } from '#api/actor.ts'
import type { FileVisibility } from './table.ts'

interface FileVisibilityFields {
  visibility: FileVisibility
  ownerUserId: number | null
}

/** Whether an actor may read a file; null is a visitor. */
export function maySeeFile(actor: Pick<Actor, 'id' | 'roles'> | null, file: FileVisibilityFields): boolean {
  if (file.visibility === 'Public') return true
  if (!actor) return false
  if (file.visibility === 'SignedIn' || file.ownerUserId === actor.id) return true
  return file.visibility === 'Educator' ? isEducatorLevel(actor) : isAdministrator(actor)
}
