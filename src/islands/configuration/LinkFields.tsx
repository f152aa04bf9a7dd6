import { ArrowDown, ArrowUp, Plus, Trash2 } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { FieldsProps } from './ConfigurationForm.tsx'

/**
 * Fields of the external links, in the order in which the menu shows them. New links are added last; links are moved by
 * one place and removed. All of it changes the draft only, until the form saves it.
 */
export function LinkFields({ draft, change, errorOf }: FieldsProps) {
  const t = useTexts('configuration')
  const links = draft.externalLinks ?? []
  const set = (externalLinks: typeof links) => change({ externalLinks })
  const edit = (at: number, fields: Partial<(typeof links)[number]>) =>
    set(links.map((link, index) => (index === at ? { ...link, ...fields } : link)))
  const move = (from: number, to: number) => {
    const moved = links[from]
    if (moved && to >= 0 && to < links.length) set(links.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const fieldsAt = (at: number, link: (typeof links)[number]) => {
    const prefix = `externalLinks.${at}.`
    const form = {
      draft: link,
      change: (fields: Partial<typeof link>) => edit(at, fields),
      errorOf: (name: string) => errorOf(prefix + name),
    }
    return draftFields(form, (name) => t(`links.${name}`), prefix)
  }
  return (
    <Card title={t('tab.links')}>
      <p className="mb-5 max-w-text text-muted">{t('links.lead')}</p>
      <ul className="grid gap-5">
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is identified by its place in the list
          <li key={at} className="grid items-end gap-3 border-b border-line pb-5 sm:grid-cols-[1fr_1.5fr_auto]">
            <Field {...fieldsAt(at, link).text('title')} maxLength={100} />
            <Field {...fieldsAt(at, link).text('url')} type="url" placeholder="https://" />
            <div className="flex">
              <IconButton
                label={t('links.up', link)}
                icon={<Icon of={ArrowUp} size={18} />}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                label={t('links.down', link)}
                icon={<Icon of={ArrowDown} size={18} />}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                label={t('links.remove', link)}
                icon={<Icon of={Trash2} size={18} />}
                onClick={() => set(links.toSpliced(at, 1))}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button
        className="mt-5"
        icon={<Icon of={Plus} size={18} />}
        onClick={() => set([...links, { title: '', url: '' }])}
      >
        {t('links.add')}
      </Button>
    </Card>
  )
}
