import { useState } from 'react'
import type { MaterialCompletion } from '#api/catalogue/educator-materials/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'

function People({ people }: { people: readonly MaterialCompletion[] }) {
  const t = useTexts('educator-materials')
  const language = useLanguage()
  if (people.length === 0) return <p className="mt-3 text-sm text-muted">{t('nobody')}</p>
  return (
    <ul className="mt-3 grid gap-2 text-sm">
      {people.map(({ userId, name, completedDate }) => (
        <li key={userId} className="flex flex-col justify-between gap-x-4 sm:flex-row">
          <a href={`/profile/${userId}`} className="w-fit font-medium underline underline-offset-3">
            {name}
          </a>
          <span className={completedDate ? 'text-success-ink' : 'text-muted'}>
            {completedDate ? t('done', { date: momentText(completedDate, 'day', language) }) : t('notDone')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Folded list of the responsible educators and all others who completed the material, at most 500, with the day or that
 * it is not completed. Loaded on each opening, completed ones first, the latest first; a failure is shown in it, above
 * the people of an earlier opening.
 */
export function Completions({ materialId }: { materialId: number }) {
  const t = useTexts('educator-materials')
  const [people, setPeople] = useState<readonly MaterialCompletion[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = async () => {
    try {
      setPeople(await api('GET /EducatorArticulates/:id/completions', { params: { id: materialId } }))
      setProblem(null)
    } catch (error) {
      setProblem(toFailure(error).message)
    }
  }
  return (
    <details className="mt-3" onToggle={(event) => event.currentTarget.open && void load()}>
      <summary className="cursor-pointer text-sm font-semibold">{t('who')}</summary>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {!people && !problem && <p className="mt-3 text-sm text-muted">{t('loading')}</p>}
      {people && <People people={people} />}
    </details>
  )
}
