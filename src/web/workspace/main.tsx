/** Starts the workspace document. */
import '../styles/index.css';
import './workspace.css';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../parts/theme.tsx';
import { App } from './app.tsx';
import { offerTools } from './offer-tools.ts';

applyTheme();

// Before anything is drawn: an agent that opens the page looks for its tools at once.
void offerTools();

const root = document.getElementById('root');
if (!root) throw new Error('the document has no root');
createRoot(root).render(<App />);
