/** A set of callbacks; `add` gives the function that takes one out again. */
export class Listeners<Value> {
  private readonly callbacks = new Set<(value: Value) => void>()

  add(callback: (value: Value) => void): () => void {
    this.callbacks.add(callback)
    return () => this.callbacks.delete(callback)
  }

  tell(value: Value): void {
    for (const callback of this.callbacks) callback(value)
  }
}
