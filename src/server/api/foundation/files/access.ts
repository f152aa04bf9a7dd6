import { type Actor, isAdministrator, isEducatorLevel } from '#api/actor.ts'
import type { FileVisibility } from './table.ts'

interface Seen {
  visibility: FileVisibility
  ownerUserId: number | null
}

export function maySeeFile(actor: Pick<Actor, 'id' | 'roles'> | null, file: Seen): boolean {
  if (file.visibility === 'Public') return true
  if (!actor) return false
  if (file.visibility === 'SignedIn' || file.ownerUserId === actor.id) return true
  return file.visibility === 'Educator' ? isEducatorLevel(actor) : isAdministrator(actor)
}
