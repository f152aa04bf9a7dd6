import { Check, Play } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { EducatorMaterial } from '#api/catalogue/educator-materials/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { openMaterial } from '../player/state.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface MaterialRowProps {
  material: EducatorMaterial
  /** Id of the reader, who runs the material. */
  userId: number
  /** Whether the title of the part is shown, for lists with material of several parts. */
  showsPart?: boolean | undefined
  actions?: ReactNode
  children?: ReactNode
}

function State({ material }: { material: EducatorMaterial }) {
  const t = useTexts('educator-materials')
  const language = useLanguage()
  const { ready, completedDate } = material
  if (!ready) return <Badge tone="warning">{t('notReady')}</Badge>
  if (!completedDate) return <Badge>{t('notDone')}</Badge>
  return (
    <Badge tone="success" icon={<Icon of={Check} size={14} />}>
      {t('done', { date: momentText(completedDate, 'day', language) })}
    </Badge>
  )
}

/**
 * Educator material with its state and, once it is ready, the button that opens it for the reader `userId`. After its
 * first completion the page is loaded again, with a toast.
 */
export function MaterialRow({ material, userId, showsPart, actions, children }: MaterialRowProps) {
  const t = useTexts('educator-materials')
  const { educatorArticulateId, name, partTitle, ready, completedDate } = material
  const completed = () => {
    toastOnNextPage(t('completed', { name }))
    location.reload()
  }
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold wrap-anywhere">{name}</p>
          {showsPart && <p className="text-sm text-muted">{partTitle}</p>}
          <p className="mt-1">
            <State material={material} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          {ready && (
            <Button
              size="small"
              icon={<Icon of={Play} size={16} />}
              onClick={() => void openMaterial(educatorArticulateId, userId, completed)}
            >
              {t(completedDate ? 'openAgain' : 'open')}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          {actions}
        </div>
      </div>
      {children}
    </li>
  )
}
