import type { Attachment } from 'svelte/attachments'

/**
 * Opens a dialog over the page. However it goes, the focus is then where it was before: the browser sees to that only where the dialog is
 * closed, not where it is taken off the page.
 */
export const asModal: Attachment<HTMLDialogElement> = (dialog) => {
  const before = document.activeElement
  dialog.showModal()
  return () =>
    queueMicrotask(() => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    })
}
