import { useEffect, useState } from 'react'
import type { Mention } from '#api/office/protected-identities/contract.ts'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Link } from '../ui/Link.tsx'

interface MentionsProps {
  person: User
  onClose: () => void
}

function MentionList({ mentions }: { mentions: readonly Mention[] }) {
  const t = useTexts('users')
  if (mentions.length === 0) return <p>{t('mentions.none')}</p>
  return (
    <ul className="flex flex-col gap-2">
      {mentions.map(({ kind, id, path }) => (
        <li key={`${kind} ${id} ${path}`}>
          <Link href={path}>{t('mentions.one', { kind: t(`mentions.kind.${kind}`), id: String(id) })}</Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Dialog that lists, for a superadministrator, free texts that contain a person's name or e-mail address, with links to
 * edit them. Says so when there are none. A failed search is shown.
 */
export function Mentions({ person, onClose }: MentionsProps) {
  const t = useTexts('users')
  const [mentions, setMentions] = useState<readonly Mention[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    api('GET /User/:id/mentions', { params: { id: person.id } }).then(setMentions, (error: unknown) =>
      setFailure(toFailure(error).message),
    )
  }, [person.id])
  return (
    <Dialog open onClose={onClose} title={t('mentions.title', { name: person.name })}>
      <p className="mb-4 text-muted">{t('mentions.detail')}</p>
      <div role="status">{failure ?? (mentions ? <MentionList mentions={mentions} /> : t('mentions.searching'))}</div>
    </Dialog>
  )
}
