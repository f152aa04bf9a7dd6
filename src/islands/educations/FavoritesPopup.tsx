import { Star } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { api } from '../client/api.ts'
import { $filterFavoriteBranchPopup } from '../client/session.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'

interface FavoritesProps {
  categories: readonly { id: number; name: string }[]
  favoriteIds: readonly number[]
  /** Whether the popup opens by itself, for a person who has not closed it before. */
  isOffered: boolean
}

const toHref = (ids: readonly number[]) =>
  ids.length > 0 ? `/educations?${ids.map((id) => `first=${id}`).join('&')}` : '/educations?all=1'

function Favorites({ categories, favoriteIds, isOffered }: FavoritesProps) {
  const t = useTexts('educations')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(new Set(favoriteIds))
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  useEffect(() => {
    const dismissed = $filterFavoriteBranchPopup.get()
    // The popup stays closed when the person began to search before hydration.
    const hasBegun = document.activeElement !== document.body
    if (isOffered && !dismissed && !hasBegun) setOpen(true)
  }, [isOffered])

  const close = () => {
    $filterFavoriteBranchPopup.set('closed')
    setOpen(false)
  }
  const toggle = (id: number) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  async function save() {
    setState('saving')
    try {
      const ids = await api('PUT /EducationCategory/AddUserToEducationCategory', {
        body: { educationCategoryIds: [...chosen] },
      })
      $filterFavoriteBranchPopup.set('closed')
      location.assign(toHref(ids))
    } catch {
      setState('failed')
    }
  }

  const actions = (
    <>
      <Button tone="primary" isBusy={state === 'saving'} onClick={() => void save()}>
        {t('favorites.save')}
      </Button>
      <Button onClick={close}>{t('favorites.later')}</Button>
    </>
  )
  return (
    <>
      <Button icon={<Icon of={Star} size={18} />} onClick={() => setOpen(true)}>
        {t('favorites')}
      </Button>
      <Dialog open={open} onClose={close} title={t('favorites.title')} size="small" actions={actions}>
        <p className="mb-4 text-muted">{t('favorites.text')}</p>
        {state === 'failed' && <ErrorBox>{t('favorites.failed')}</ErrorBox>}
        {categories.map(({ id, name }) => (
          <Checkbox
            key={id}
            name="favorite"
            id={`favorite-${id}`}
            label={name}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </Dialog>
    </>
  )
}

/**
 * Popup for choosing favourite branches: opens by itself once where it is offered, later by its button (spec G-059). It
 * does not open by itself while something has the focus. The browser stores that it was closed; a choice is saved and
 * leads to the list. A failure is shown.
 */
export const FavoritesPopup = island(Favorites)
