import { ChevronDown } from '@lucide/icons'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components/ComboBox'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { useTexts } from '../client/texts.tsx'
import { type FieldTexts, RequiredMark } from './FieldFrame.tsx'
import { fieldId } from './field-attributes.ts'
import { Icon } from './Icon.tsx'
import { IsOpening, useOverlayContainer } from './overlay-container.ts'
import { Speaking } from './Speaking.tsx'

export interface ComboboxItem {
  id: number
  label: string
  hint?: string | undefined
}

type ComboboxProps = FieldTexts & {
  items: readonly ComboboxItem[]
  value?: number | null | undefined
  /** The chosen item, where `items` may lack it: the field needs its name. It is offered until something else is typed. */
  chosen?: ComboboxItem | undefined
  /** `item` is what was chosen, which `items` may have passed over meanwhile. */
  onChange: (id: number | null, item?: ComboboxItem) => void
  /** The list comes from the server: told what is typed, and `items` are the answer. */
  onSearch?: ((text: string) => void) | undefined
  /** Asked, when it opens before anything is typed, for a list to begin with. */
  onOpen?: (() => void) | undefined
  placeholder?: string | undefined
}

const itemLook =
  'flex min-h-10 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 outline-none data-focused:bg-hover data-selected:font-semibold'

const noMatches = (text: string): ReactNode => <p className="px-3 py-2 text-muted">{text}</p>

/** A page that moves, be it only to bring a marked choice into sight, does not shut the list and forget what was typed. */
function StaysWhenScrolled({ children }: { children: ReactNode }) {
  const state = useContext(OverlayTriggerStateContext)
  const isMoving = useRef(false)
  useEffect(() => {
    const note = () => {
      isMoving.current = true
      requestAnimationFrame(() => {
        isMoving.current = false
      })
    }
    addEventListener('scroll', note, true)
    return () => removeEventListener('scroll', note, true)
  }, [])
  const staying = state && { ...state, close: () => isMoving.current || state.close() }
  return <OverlayTriggerStateContext value={staying}>{children}</OverlayTriggerStateContext>
}

function Choices({ items }: { items: readonly ComboboxItem[] }) {
  const t = useTexts('common')
  const container = useOverlayContainer()
  return (
    <Popover
      {...container}
      className="z-50 w-(--trigger-width) overflow-auto rounded-card border border-line bg-raised p-1.5 shadow-float"
    >
      <ListBox
        items={items}
        renderEmptyState={() => noMatches(t('noMatches'))}
        className="max-h-72 overflow-auto outline-none"
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.label} className={itemLook}>
            <Text slot="label">{item.label}</Text>
            {item.hint && (
              <Text slot="description" className="text-sm font-normal text-muted">
                {item.hint}
              </Text>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

/** Tells its field whether a choice is marked. Where the list is only gathered there is no state to tell of. */
function Marked({ onChange }: { onChange: (isMarked: boolean) => void }) {
  const focused = useContext(ComboBoxStateContext)?.selectionManager.focusedKey
  useEffect(() => {
    if (focused !== undefined) onChange(focused !== null)
  }, [focused, onChange])
  return null
}

/** An answer that comes while a choice is marked does not take it from under the reader's hand. */
function useHeld(items: readonly ComboboxItem[]) {
  const [isMarked, setMarked] = useState(false)
  const [held, setHeld] = useState(items)
  if (!isMarked && held !== items) setHeld(items)
  return { held: isMarked ? held : items, setMarked }
}

function Naming({ label, hint, required, labelHidden }: FieldTexts) {
  return (
    <>
      <Label className={labelHidden ? 'sr-only' : 'mb-1.5 block font-semibold'}>
        {label}
        {required && <RequiredMark />}
      </Label>
      {hint && (
        <Text slot="description" className="mb-1.5 block text-sm text-muted">
          {hint}
        </Text>
      )}
    </>
  )
}

function Entry({ id, placeholder }: { id: string; placeholder: string | undefined }) {
  const t = useTexts('common')
  const state = useContext(ComboBoxStateContext)
  const opener = 'absolute inset-y-0 right-0 grid w-11 place-items-center text-muted'
  return (
    <div className="relative">
      <Input
        id={id}
        className="control pr-11"
        {...(placeholder && { placeholder })}
        // A field that has had the focus all along, such as the first of a dialog, opens when it is pressed.
        onClick={() => state?.isOpen || state?.open(null, 'focus')}
        // Escape shuts the list, and not the dialog around it as well.
        onKeyDown={(event) => event.key === 'Escape' && state?.isOpen && event.preventDefault()}
      />
      <Button aria-label={t('showOptions')} className={opener}>
        <Icon of={ChevronDown} size={18} />
      </Button>
    </div>
  )
}

/** One choice out of many, found by typing. */
export function Combobox({ items, chosen, value, onChange, onSearch, onOpen, placeholder, ...texts }: ComboboxProps) {
  const { name, id = fieldId(name), error, required = false } = texts
  const { held, setMarked } = useHeld(items)
  const isOpening = useContext(IsOpening)
  const offered = chosen && !held.some((item) => item.id === chosen.id) ? [chosen, ...held] : held
  const choose = (id: number | null) =>
    onChange(
      id,
      offered.find((item) => item.id === id),
    )
  const isFound = (label: string) => held.some((item) => item.label === label)
  return (
    <Speaking>
      <ComboBox
        {...(onSearch && { onInputChange: onSearch, defaultFilter: isFound })}
        defaultItems={onSearch ? offered : items}
        {...(onOpen && {
          onOpenChange: (isOpen: boolean, trigger?: string) => isOpen && trigger !== 'input' && onOpen(),
        })}
        {...(value !== undefined && { value })}
        name={name}
        formValue="key"
        allowsEmptyCollection
        menuTrigger={isOpening ? 'input' : 'focus'}
        isRequired={required}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        onChange={(key) => choose(key === null ? null : Number(key))}
        className="min-w-0"
      >
        <Naming {...texts} />
        <Entry id={id} placeholder={placeholder} />
        <FieldError className="mt-1.5 block text-sm font-medium text-danger-ink">{error}</FieldError>
        <StaysWhenScrolled>
          <Choices items={onSearch ? offered : items} />
        </StaysWhenScrolled>
        <Marked onChange={setMarked} />
      </ComboBox>
    </Speaking>
  )
}
