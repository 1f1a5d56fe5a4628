/** Hands a file to the browser's own download. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has its own hold on the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
