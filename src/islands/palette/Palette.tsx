import { Search, X } from '@lucide/icons'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header, ListBox, ListBoxItem, ListBoxSection, Text } from 'react-aria-components/ListBox'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { island, useTexts } from '../client/texts.tsx'
import { type HitKind, hitKinds } from '../search/hit-groups.ts'
import { hitIcons } from '../search/hit-icons.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LocaleProvider } from '../ui/LocaleProvider.tsx'
import { PaletteDialog } from './PaletteDialog.tsx'
import type { OptionGroup, PaletteOption } from './palette-content.ts'
import { paletteIcons } from './palette-icons.ts'
import { usePalette } from './use-palette.ts'

const isHitKind = (name: string): name is HitKind => hitKinds.some((kind) => kind === name)

const iconOf = (group: string) => (isHitKind(group) ? hitIcons[group] : paletteIcons[group])

const optionLook =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-ink no-underline outline-none data-focused:bg-accent-soft data-focused:text-accent-ink data-hovered:bg-hover'

function Option({ option, group }: { option: PaletteOption; group: string }) {
  const t = useTexts('search')
  const { id, href, label, lang, notes, badge, key } = option
  const icon = iconOf(group)
  return (
    <ListBoxItem id={id} href={href} textValue={label} className={optionLook}>
      {icon && <Icon of={icon} size={18} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1">
        <Text slot="label" className="flex items-center gap-2 font-semibold">
          <span className="truncate" lang={lang}>
            {label}
          </span>
          {badge && <Badge tone="warning">{t(badge)}</Badge>}
        </Text>
        {notes.length > 0 && (
          <Text slot="description" className="block truncate text-sm text-muted">
            {notes.join(' · ')}
          </Text>
        )}
      </span>
      {key && (
        <span aria-hidden="true" className="shrink-0 text-sm text-muted max-sm:hidden">
          <kbd className="kbd">g</kbd> <kbd className="kbd">{key}</kbd>
        </span>
      )}
    </ListBoxItem>
  )
}

function Section({ group }: { group: OptionGroup }) {
  const t = useTexts('palette')
  const texts = useTexts('search')
  return (
    <ListBoxSection id={group.name} className="not-first:mt-2">
      <Header className="px-3 py-1 text-sm font-semibold text-muted">
        {isHitKind(group.name) ? texts(group.name) : t(`group.${group.name}`)}
      </Header>
      {group.options.map((option) => (
        <Option key={option.id} option={option} group={group.name} />
      ))}
    </ListBoxSection>
  )
}

/** Says how many options there are, to screen readers and, when there are none, in sight. */
function Status({ count, state, text }: { count: number; state: string; text: string }) {
  const t = useTexts('palette')
  const message =
    state === 'searching'
      ? t('searching')
      : state === 'failed'
        ? t('failed')
        : count === 0
          ? t('none', { q: text })
          : t('count', { count })
  const isShown = count === 0 || state === 'failed'
  return (
    <p role="status" className={isShown ? 'px-4 py-6 text-center text-muted' : 'sr-only'}>
      {message}
    </p>
  )
}

/** Closes the palette on a phone, which has no Escape. */
function CloseButton() {
  const t = useTexts('common')
  return (
    <IconButton
      label={t('close')}
      icon={<Icon of={X} size={20} />}
      className="absolute top-1.5 right-1 sm:hidden"
      onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
    />
  )
}

interface PaletteProps {
  takeText: () => string
  onClose: () => void
}

/** The palette: goes to pages, settings and search results, and starts actions, by typing. */
function PaletteContent({ takeText, onClose }: PaletteProps) {
  const t = useTexts('palette')
  const [text, setText] = useState('')
  const takeOver = () => setText(takeText())
  const { groups, state, isLoading } = usePalette(text)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const all = text.trim() === '' ? null : `/search?q=${encodeURIComponent(text.trim())}`
  return (
    <LocaleProvider>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <PaletteDialog label={t('title')} onOpen={takeOver} onClose={onClose}>
          <SearchField aria-label={t('label')} className="relative shrink-0 border-b border-line max-sm:pr-12">
            <Icon of={Search} size={20} className="pointer-events-none absolute top-4.5 left-4 text-muted" />
            <Input
              role="combobox"
              aria-expanded="true"
              aria-haspopup="listbox"
              placeholder={t('placeholder')}
              maxLength={200}
              className="h-14 w-full bg-transparent pr-4 pl-12 text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          <CloseButton />
          <ListBox
            aria-label={t('options')}
            selectionMode="none"
            // Later, because React Aria follows the link after this.
            onAction={() => setTimeout(onClose)}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none empty:hidden"
          >
            {groups.map((group) => (
              <Section key={group.name} group={group} />
            ))}
          </ListBox>
          {!(isLoading && count === 0) && <Status count={count} state={state} text={text} />}
          <footer className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-sm text-muted">
            <span className="max-sm:hidden">{t('hint')}</span>
            {all && (
              <a href={all} className="inline-flex min-h-8 items-center underline underline-offset-3">
                {t('all')}
              </a>
            )}
          </footer>
        </PaletteDialog>
      </Autocomplete>
    </LocaleProvider>
  )
}

/**
 * Palette: goes to pages, settings and search results, and starts actions, by typing. `takeText` gives once what was
 * typed before the field was there. Choosing an option follows its link and calls `onClose`, as closing does.
 */
export const Palette = island(PaletteContent)
