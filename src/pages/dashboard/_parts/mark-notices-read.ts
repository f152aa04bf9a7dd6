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

// Until this script has loaded, the browser submits the form and the page is loaded again.
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void markRead()
})
