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
import { fieldId, fieldLook } from './field-attributes.ts'
import { Icon } from './Icon.tsx'
import { LocaleProvider } from './LocaleProvider.tsx'
import { IsOpening, useOverlayContainer } from './overlay-container.ts'

export interface ComboboxItem {
  id: number
  label: string
  hint?: string | undefined
}

type ComboboxProps = FieldTexts & {
  items: readonly ComboboxItem[]
  value?: number | null | undefined
  /** The chosen item, when `items` may lack it. It is offered until the reader types something else. */
  chosen?: ComboboxItem | undefined
  /** `item` is the chosen item, which `items` may no longer hold. */
  onChange: (id: number | null, item?: ComboboxItem) => void
  /** For a list from the server: called with the typed text; `items` are the results. */
  onSearch?: ((text: string) => void) | undefined
  /** Called when the list opens before anything is typed, to load initial items. */
  onOpen?: (() => void) | undefined
  placeholder?: string | undefined
}

const itemLook =
  'flex min-h-10 cursor-pointer flex-col justify-center rounded-control px-3 py-1.5 outline-none data-focused:bg-hover data-selected:font-semibold'

const noMatches = (text: string): ReactNode => <p className="px-3 py-2 text-muted">{text}</p>

/**
 * Leaves the list open while the page scrolls, also when it scrolls to a marked item; the list would otherwise close
 * and lose the typed text.
 */
function OpenWhileScrolling({ children }: { children: ReactNode }) {
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
  const guardedState = state && { ...state, close: () => isMoving.current || state.close() }
  return <OverlayTriggerStateContext value={guardedState}>{children}</OverlayTriggerStateContext>
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

/** Reports to the field whether an item is marked. While React Aria collects the items there is no state to report. */
function MarkedReporter({ onChange }: { onChange: (isMarked: boolean) => void }) {
  const focused = useContext(ComboBoxStateContext)?.selectionManager.focusedKey
  useEffect(() => {
    if (focused !== undefined) onChange(focused !== null)
  }, [focused, onChange])
  return null
}

/** Holds back new items while one is marked, so that the marked item does not change under the reader's hand. */
function useStableItems(items: readonly ComboboxItem[]) {
  const [isMarked, setMarked] = useState(false)
  const [stable, setStable] = useState(items)
  if (!isMarked && stable !== items) setStable(items)
  return { items: isMarked ? stable : items, setMarked }
}

const FieldLabel = ({ label, required, hidesLabel }: FieldTexts) => (
  <Label className={fieldLook.label(hidesLabel)}>
    {label}
    {required && <RequiredMark />}
  </Label>
)

/** Hint below the control, as that of any other field, so that fields side by side line up. */
const FieldDescription = ({ hint }: Pick<FieldTexts, 'hint'>) => (
  <Text slot="description" className={`block ${fieldLook.hint}`}>
    {hint}
  </Text>
)

function InputWithButton({ id, placeholder }: { id: string; placeholder: string | undefined }) {
  const t = useTexts('common')
  const state = useContext(ComboBoxStateContext)
  const opener = 'absolute inset-y-0 right-0 grid w-11 place-items-center text-muted'
  return (
    <div className="relative">
      <Input
        id={id}
        data-opens
        className="control pr-11"
        {...(placeholder && { placeholder })}
        // A field that already has the focus, such as the first of a dialog, opens when it is pressed.
        onClick={() => state?.isOpen || state?.open(null, 'focus')}
        // Escape closes the list and not the dialog around it.
        onKeyDown={(event) => event.key === 'Escape' && state?.isOpen && event.preventDefault()}
      />
      <Button aria-label={t('showOptions')} className={opener}>
        <Icon of={ChevronDown} size={18} />
      </Button>
    </div>
  )
}

/**
 * Field for one item of many, found by typing; a form gets its id. The list opens on focus. Without `onSearch` it
 * filters `items` itself. With it the caller finds the items by the text, which `onSearch` gets at each change without
 * delay; only then `chosen` stands for a chosen item that `items` lacks, and items that arrive while one is marked wait
 * until it is not.
 *
 * `onChange` gets the id and the item, or null when the choice is cleared. Without `value` the field keeps the choice
 * itself. `onOpen` is called when the list opens before anything is typed.
 */
export function Combobox({ items, chosen, value, onChange, onSearch, onOpen, placeholder, ...texts }: ComboboxProps) {
  const { name, id = fieldId(name), error, required = false } = texts
  const { items: stable, setMarked } = useStableItems(items)
  const isOpening = useContext(IsOpening)
  const offeredItems = chosen && !stable.some((item) => item.id === chosen.id) ? [chosen, ...stable] : stable
  const choose = (id: number | null) =>
    onChange(
      id,
      offeredItems.find((item) => item.id === id),
    )
  const isFound = (label: string) => stable.some((item) => item.label === label)
  return (
    <LocaleProvider>
      <ComboBox
        {...(onSearch && { onInputChange: onSearch, defaultFilter: isFound })}
        defaultItems={onSearch ? offeredItems : items}
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
        <FieldLabel {...texts} />
        <InputWithButton id={id} placeholder={placeholder} />
        <FieldError className="mt-1.5 block text-sm font-medium text-danger-ink">{error}</FieldError>
        {texts.hint && <FieldDescription hint={texts.hint} />}
        <OpenWhileScrolling>
          <Choices items={onSearch ? offeredItems : items} />
        </OpenWhileScrolling>
        <MarkedReporter onChange={setMarked} />
      </ComboBox>
    </LocaleProvider>
  )
}
