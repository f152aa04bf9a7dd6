import { api } from '#islands/client/api.ts'
import { toast } from '#islands/ui/toast.ts'

const section = document.getElementById('unread-notices')
const form = section?.querySelector('form')

async function markRead() {
  try {
    await api('POST /Notices/read', { body: undefined })
    section?.remove()
    document.getElementById('content')?.focus()
    document.dispatchEvent(new CustomEvent('unread', { detail: 0 }))
  } catch {
    toast(form?.dataset['failed'] ?? '', 'danger')
  }
}

// Until this has come the browser sends the form, and the page answers anew.
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void markRead()
})
