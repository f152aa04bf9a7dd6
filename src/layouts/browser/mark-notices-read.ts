import { api } from '#islands/api.ts'
import { toast } from '#islands/ui/toast.ts'

const section = document.getElementById('unread-notices')
const button = section?.querySelector<HTMLButtonElement>('[data-mark-read]')

async function markRead() {
  try {
    await api('POST /Notices/read', { body: undefined })
    section?.remove()
    document.getElementById('content')?.focus()
    document.dispatchEvent(new CustomEvent('unread', { detail: 0 }))
  } catch {
    toast(button?.dataset['failed'] ?? '', 'danger')
  }
}

button?.addEventListener('click', markRead)
