import { Bold, Heading2, Heading3, Italic, Link2, List, ListOrdered, Unlink } from '@lucide/icons'
import { createDocument, type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { type EditorTexts, editorAttributes } from './rich-text-look.ts'

interface RichTextEditorProps extends EditorTexts {
  value: string | null
  onChange: (html: string | null) => void
}

/** Only formats that the server's sanitiser accepts, so that saving loses nothing that is visible here. */
const kit = StarterKit.configure({
  heading: { levels: [2, 3] },
  blockquote: false,
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  link: { openOnClick: false, protocols: ['https', 'mailto'], defaultProtocol: 'https' },
})

interface Tool {
  name: string
  icon: ReactNode
  isOn: boolean
  press: () => void
}

function ToolButton({ tool, label }: { tool: Tool; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={tool.isOn}
      onClick={tool.press}
      className="grid size-10 place-items-center rounded-control text-muted hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    >
      {tool.icon}
    </button>
  )
}

function createTools(editor: Editor, openLink: () => void): Tool[] {
  const run = (press: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () =>
    void press(editor.chain().focus()).run()
  const mark = (name: string, icon: ReactNode, press: () => void, attributes?: object): Tool => ({
    name,
    icon,
    press,
    isOn: editor.isActive(attributes ? name.replace(/\d/, '') : name, attributes),
  })
  return [
    mark(
      'bold',
      <Icon of={Bold} size={18} />,
      run((chain) => chain.toggleBold()),
    ),
    mark(
      'italic',
      <Icon of={Italic} size={18} />,
      run((chain) => chain.toggleItalic()),
    ),
    mark(
      'heading2',
      <Icon of={Heading2} size={18} />,
      run((chain) => chain.toggleHeading({ level: 2 })),
      { level: 2 },
    ),
    mark(
      'heading3',
      <Icon of={Heading3} size={18} />,
      run((chain) => chain.toggleHeading({ level: 3 })),
      { level: 3 },
    ),
    mark(
      'bulletList',
      <Icon of={List} size={18} />,
      run((chain) => chain.toggleBulletList()),
    ),
    mark(
      'orderedList',
      <Icon of={ListOrdered} size={18} />,
      run((chain) => chain.toggleOrderedList()),
    ),
    editor.isActive('link')
      ? mark(
          'link',
          <Icon of={Unlink} size={18} />,
          run((chain) => chain.unsetLink()),
        )
      : mark('link', <Icon of={Link2} size={18} />, openLink),
  ]
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts('editing')
  const [address, setAddress] = useState('https://')
  const isSafe = /^(?:https:\/\/[^\s/]+\.[^\s]+|mailto:\S+@\S+)$/.test(address.trim())
  const [isTried, setIsTried] = useState(false)
  const add = () => {
    setIsTried(true)
    if (!isSafe) return
    editor.chain().focus().extendMarkRange('link').setLink({ href: address.trim() }).run()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('text.link')}
      actions={
        <>
          <Button tone="primary" onClick={add}>
            {t('text.addLink')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      <Field
        name="link-address"
        label={t('text.address')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
        error={isTried && !isSafe ? t('text.unsafe') : undefined}
      />
    </Dialog>
  )
}

function Toolbar({ editor, labelledBy }: { editor: Editor; labelledBy: string }) {
  const t = useTexts('editing')
  const [isLinking, setIsLinking] = useState(false)
  // Renders again after each transaction, so that the pressed buttons follow the caret.
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  return (
    <div role="toolbar" aria-labelledby={labelledBy} className="flex flex-wrap gap-0.5 border-b border-line p-1">
      {createTools(editor, () => setIsLinking(true)).map((tool) => (
        <ToolButton key={tool.name} tool={tool} label={t(`text.${tool.name}`)} />
      ))}
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </div>
  )
}

/**
 * Editor of formatted text as HTML, with its toolbar, for `RichText`, which has the label. A later `value` that the
 * editor did not emit itself replaces the text. `onChange` gets the HTML after each change of the person, and null for
 * an empty text.
 */
export default function RichTextEditor({
  id,
  labelledBy,
  describedBy,
  value,
  onChange,
  isInvalid,
}: RichTextEditorProps) {
  const lastHtml = useRef(value)
  const editor = useEditor({
    extensions: [kit],
    content: value ?? '',
    // The content security policy refuses the library's style element; theme.css has the styles.
    injectCSS: false,
    editorProps: {
      attributes: editorAttributes({ id, labelledBy, describedBy, isInvalid }),
    },
    onUpdate: ({ editor: now }) => {
      lastHtml.current = now.isEmpty ? null : now.getHTML()
      onChange(lastHtml.current)
    },
  })
  // A layout effect: a letter typed between a commit and a passive effect would make the committed value look foreign.
  useLayoutEffect(() => {
    if (value === lastHtml.current) return
    lastHtml.current = value
    // The server may spell the same text differently; the caret and the history then stay.
    if (createDocument(value ?? '', editor.schema).eq(editor.state.doc)) return
    editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rounded-control border border-control-line bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <Toolbar editor={editor} labelledBy={labelledBy} />
      <EditorContent editor={editor} />
    </div>
  )
}
