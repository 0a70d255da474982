/**
 * For pages that frame labs: <script src="https://your.site/scaledot/embed.js"></script>, a classic script of 1 kB.
 * Sets the height of present and future frames to that of their contents. scaledotFrame(iframe) communicates with a lab.
 * docs/frames.md is the manual; page-frame.js is the other side.
 */
(() => {
  const framesOfLabs = () =>
    [...document.querySelectorAll('iframe')].filter(({ src }) =>
      /\/embed(\.html)?([?#]|$)/.test(src),
    );

  /** @param {HTMLIFrameElement} frame @param {object} message */
  const send = (frame, message) => frame.contentWindow?.postMessage(message, '*');

  /** Returns a function that removes the listener. @param {(message: any, source: unknown) => void} listener */
  const listen = (listener) => {
    const onMessage = (/** @type {MessageEvent} */ { source, data }) =>
      source && data && listener(data, source);
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  };

  listen(({ type, height }, source) => {
    const frame = framesOfLabs().find(({ contentWindow }) => contentWindow === source);
    if (!frame || type !== 'scaledot-height' || typeof height !== 'number') return;
    // With box-sizing: border-box the height includes the borders.
    const borders = parseFloat(getComputedStyle(frame).height) - frame.clientHeight;
    // Limits the height that a frame may ask for. The page's own min-height and max-height still apply. NaN changes nothing.
    frame.style.height = `${Math.max(80, Math.min(height, 20000)) + borders}px`;
  });

  window.scaledotFrame = (/** @type {HTMLIFrameElement} */ frame) => {
    /** @param {string} type @param {(message: any) => void} listener */
    const on = (type, listener) =>
      listen((message, source) => {
        if (source === frame.contentWindow && message.type === type) listener(message);
      });
    /** @param {string} method @returns {(argument?: unknown) => Promise<any>} */
    const call = (method) => (argument) =>
      new Promise((resolve, reject) => {
        const message = { type: 'scaledot-call', id: Math.random(), method, argument };
        // Sends the message again when the lab is ready, because a lab that is still loading does not receive it.
        const endReady = on('scaledot-ready', () => send(frame, message));
        const endReply = on('scaledot-reply', ({ id, error, result }) => {
          if (id !== message.id) return;
          endReady();
          endReply();
          if (error) reject(Error(error));
          else resolve(result);
        });
        send(frame, message);
      });
    return {
      on,
      getState: call('getState'),
      setState: call('setState'),
      exportImage: (/** @type {object} */ options) =>
        call('exportImage')(options).then(({ bytes, type }) => new Blob([bytes], { type })),
    };
  };

  framesOfLabs().forEach((frame) => send(frame, { type: 'scaledot-hello' }));
})();
